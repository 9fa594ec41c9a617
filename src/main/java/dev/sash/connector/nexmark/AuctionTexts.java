package dev.sash.connector.nexmark;

import dev.sash.connector.nexmark.AuctionHouse.Choice;
import dev.sash.data.TextColumnBuilder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The texts of the events of one seed. Those that repeat are made once, those that do not are
 * spelled into one array. Used by one thread.
 */
final class AuctionTexts {
  /** The longest text of {@link #mail} and {@link #card}. */
  static final int SPELLED_LENGTH = 60;

  /** The longest text that repeats but for those of letters. */
  static final int WORD_LENGTH = 30;

  static final int STATE_LENGTH = 2;

  static final int DESCRIPTION_LENGTH = 100;
  static final int URL_LENGTH = 100;

  private static final int PATH_LETTERS = 5;

  /** One more than one in so many channels has no number in its address. */
  private static final int NUMBERED_CHANNELS = 10;

  private static final String[] FIRST_NAMES =
      words("Ada Bela Carla Dario Edith Farid Greta Hugo Ines Jonas Kofi Lena");
  private static final String[] LAST_NAMES =
      words("Abel Brandt Costa Dahl Egger Fischer Gallo Horvat Ito Jansen");
  private static final String[] PLACES = {
    "Phoenix,AZ",
    "Los Angeles,CA",
    "San Francisco,CA",
    "San Diego,CA",
    "Boise,ID",
    "Portland,OR",
    "Bend,OR",
    "Seattle,WA",
    "Redmond,WA",
    "Kent,WA",
    "Cheyenne,WY"
  };
  private static final String[] LOOKS =
      words("old new blue red green small large rare heavy light painted broken signed gilded");
  private static final String[] THINGS =
      words("lamp chair clock mirror violin camera globe carpet teapot sword map book ring vase");
  private static final byte[] MAIL_END = "@example.com".getBytes(StandardCharsets.US_ASCII);
  private static final String[] HOT_CHANNELS = words("Google Facebook Baidu Apple");

  private final AuctionHouse house;
  private final String[] urls = new String[AuctionHouse.HOT_CHANNELS + AuctionHouse.CHANNELS];
  private final String[] channels = new String[urls.length];
  private final String[] names = pairs(FIRST_NAMES, LAST_NAMES);
  private final String[] items = pairs(LOOKS, THINGS);
  private final String[] cities = new String[PLACES.length];
  private final String[] states = new String[PLACES.length];
  private final byte[] spelled = new byte[SPELLED_LENGTH];
  private final LetterPool descriptions;
  private final LetterPool extras;

  AuctionTexts(AuctionHouse house) {
    this.house = house;
    NexmarkTable table = house.settings().table();
    descriptions = new LetterPool(house.draw(0, Choice.DESCRIPTION), DESCRIPTION_LENGTH);
    extras = new LetterPool(house.draw(0, Choice.EXTRA), extraLength(table));
    for (int place = 0; place < PLACES.length; place++) {
      int comma = PLACES[place].indexOf(',');
      cities[place] = PLACES[place].substring(0, comma);
      states[place] = PLACES[place].substring(comma + 1);
    }
  }

  /** How long the texts of column {@code extra} are: rows get about the bytes they have in Beam. */
  static int extraLength(NexmarkTable table) {
    return switch (table) {
      case PERSON -> 100;
      case AUCTION -> 300;
      case BID -> 50;
    };
  }

  private static String[] words(String text) {
    return text.split(" ");
  }

  private static String[] pairs(String[] firsts, String[] seconds) {
    String[] pairs = new String[firsts.length * seconds.length];
    for (int pair = 0; pair < pairs.length; pair++) {
      pairs[pair] = firsts[pair / seconds.length] + ' ' + seconds[pair % seconds.length];
    }
    return pairs;
  }

  // Persons

  String name(long event) {
    return names[house.draw(event, Choice.NAME, names.length)];
  }

  String city(long event) {
    return cities[house.draw(event, Choice.PLACE, cities.length)];
  }

  String state(long event) {
    return states[house.draw(event, Choice.PLACE, states.length)];
  }

  /** Appends an address made of the name and the id, no two alike. */
  void mail(long event, TextColumnBuilder builder) {
    int length = 0;
    String name = name(event);
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      spelled[length++] = (byte) (letter == ' ' ? '.' : Character.toLowerCase(letter));
    }
    length = digits(house.personId(event), length);
    for (byte letter : MAIL_END) {
      spelled[length++] = letter;
    }
    builder.append(spelled, 0, length);
  }

  private int digits(long number, int from) {
    int end = from;
    for (long rest = number; rest > 0; rest /= 10) {
      end++;
    }
    long rest = number;
    for (int i = end - 1; i >= from; i--) {
      spelled[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }

  /** Appends four groups of four digits. */
  void card(long event, TextColumnBuilder builder) {
    long digits = house.draw(event, Choice.CARD) >>> 1;
    int length = 0;
    for (int group = 0; group < 4; group++) {
      if (group > 0) {
        spelled[length++] = ' ';
      }
      for (int i = 0; i < 4; i++) {
        spelled[length++] = (byte) ('0' + digits % 10);
        digits /= 10;
      }
    }
    builder.append(spelled, 0, length);
  }

  // Auctions

  String item(long event) {
    return items[house.draw(event, Choice.ITEM, items.length)];
  }

  String description(long event) {
    return descriptions.text(house.draw(event, Choice.DESCRIPTION));
  }

  // Bids

  String channel(long event) {
    int channel = house.channel(event);
    String name = channels[channel];
    if (name == null) {
      name =
          channel < HOT_CHANNELS.length
              ? HOT_CHANNELS[channel]
              : "channel-" + (channel - HOT_CHANNELS.length);
      channels[channel] = name;
    }
    return name;
  }

  /** The page a bid comes from: the same for all bids of a channel. */
  String url(long event) {
    int channel = house.channel(event);
    String url = urls[channel];
    if (url == null) {
      url = url(channel);
      urls[channel] = url;
    }
    return url;
  }

  private String url(int channel) {
    SplittableRandom random = new SplittableRandom(house.draw(channel, Choice.PATH));
    StringBuilder url = new StringBuilder("https://www.nexmark.com/");
    for (int directory = 0; directory < 3; directory++) {
      for (int i = 0; i < PATH_LETTERS; i++) {
        url.append((char) ('a' + random.nextInt(26)));
      }
      url.append('/');
    }
    url.append("item.htm?query=1");
    if (channel >= HOT_CHANNELS.length && random.nextInt(NUMBERED_CHANNELS) > 0) {
      url.append("&channel_id=").append(random.nextInt(Integer.MAX_VALUE));
    }
    return url.toString();
  }

  /** Letters that mean nothing: what makes rows as long as they are. */
  String extra(long event) {
    return extras.text(house.draw(event, Choice.EXTRA));
  }
}
