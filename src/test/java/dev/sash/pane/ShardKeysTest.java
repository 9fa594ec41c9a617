package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardKeysTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 64})
  void aKeyStaysInItsShardWhenIdsAreRenumbered(int shards) {
    ShardKeys keys = new ShardKeys(shards);
    keys.reserve(1_000);
    int[] shardOf = new int[1_000];
    int[] perShard = new int[shards];
    for (int id = 0; id < 1_000; id++) {
      int place = keys.places()[id];
      shardOf[id] = keys.shard(place);
      perShard[shardOf[id]]++;
      assertThat(keys.ids(shardOf[id])[keys.number(place)]).isEqualTo(id);
    }
    assertThat(Arrays.stream(perShard).max().orElseThrow())
        .isLessThanOrEqualTo(Arrays.stream(perShard).min().orElseThrow() + 1);
    int[] mapping = new int[1_000];
    int left = 0;
    for (int id = 0; id < 1_000; id++) {
      mapping[id] = id % 7 == 0 ? left++ : -1;
    }
    int[] before = Arrays.copyOf(keys.places(), 1_000);
    int[][] numbers = keys.renumber(mapping, left);
    for (int id = 0; id < 1_000; id++) {
      int number = numbers[shardOf[id]][keys.number(before[id])];
      if (mapping[id] < 0) {
        assertThat(number).isEqualTo(-1);
      } else {
        assertThat(keys.shard(keys.places()[mapping[id]])).isEqualTo(shardOf[id]);
        assertThat(keys.number(keys.places()[mapping[id]])).isEqualTo(number);
        assertThat(keys.ids(shardOf[id])[number]).isEqualTo(mapping[id]);
      }
    }
    keys.reserve(left + 100);
    assertThat(keys.size()).isEqualTo(left + 100);
  }
}
