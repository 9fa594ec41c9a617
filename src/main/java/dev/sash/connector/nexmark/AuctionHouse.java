package dev.sash.connector.nexmark;

/**
 * What the events of one seed say. Everything follows from the number of the event: a bid goes to
 * one of the last auctions before it, and half of all bids go to the same one, which changes with
 * every 100 auctions; sellers and bidders are found likewise.
 *
 * <p>Every choice is drawn for itself, by hashing seed, event and what is chosen (SplitMix64,
 * Steele et al. 2014, whose states can be visited in any order). Whatever is named exists: unlike
 * in Beam no bid is ahead of its auction. Allocates nothing.
 */
final class AuctionHouse {
  /** The first person's id, and the first auction's. */
  static final long FIRST_ID = 1000;

  static final int FIRST_CATEGORY = 10;
  static final int CATEGORIES = 5;

  /** Channels that half of all bids come from. */
  static final int HOT_CHANNELS = 4;

  static final int CHANNELS = 10_000;

  private static final int AUCTIONS_PER_CYCLE = 3;
  private static final int AUCTIONS_OPEN = 100;
  private static final int PERSONS_ACTIVE = 1000;
  private static final int HOT_STRIDE = 100;

  /** Of so many sellers, bidders, auctions and channels all but one are the hot one. */
  private static final int HOT_SELLER_RATIO = 4;

  private static final int HOT_BIDDER_RATIO = 4;
  private static final int HOT_AUCTION_RATIO = 2;
  private static final int HOT_CHANNEL_RATIO = 2;

  /** Events in which as many auctions begin as are open at a time. */
  private static final long EVENTS_OPEN =
      (long) AUCTIONS_OPEN * NexmarkTable.CYCLE / AUCTIONS_PER_CYCLE;

  private static final long EVENT_STEP = 0x9E3779B97F4A7C15L;
  private static final long CHOICE_STEP = 0xD1342543DE82EF95L;

  /** What is drawn. The numbers are part of what a seed means. */
  enum Choice {
    NAME(1),
    PLACE(2),
    CARD(3),
    ITEM(4),
    DESCRIPTION(5),
    PRICE(6),
    RESERVE(7),
    LIFETIME(8),
    CATEGORY(9),
    SELLER_HEAT(10),
    SELLER(11),
    AUCTION_HEAT(12),
    AUCTION(13),
    BIDDER_HEAT(14),
    BIDDER(15),
    CHANNEL_HEAT(16),
    CHANNEL(17),
    PATH(18),
    EXTRA(19);

    private final long salt;

    Choice(int number) {
      salt = number * CHOICE_STEP;
    }
  }

  private final NexmarkSettings settings;
  private final long start;

  AuctionHouse(NexmarkSettings settings) {
    this.settings = settings;
    start = mix(settings.seed() + EVENT_STEP);
  }

  NexmarkSettings settings() {
    return settings;
  }

  /** 64 random bits for a choice at an event. */
  long draw(long event, Choice choice) {
    return mix(mix(start + event * EVENT_STEP) + choice.salt);
  }

  private static long mix(long bits) {
    long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /** A number in {@code [0, bound)} for a choice at an event. */
  int draw(long event, Choice choice, int bound) {
    return (int) ((draw(event, choice) >>> 33) * bound >>> 31);
  }

  private boolean isHot(long event, Choice choice, int ratio) {
    return draw(event, choice, ratio) > 0;
  }

  // Persons

  /** The id of the last person that is there at an event; at a person's own event that person. */
  long personId(long event) {
    return FIRST_ID + event / NexmarkTable.CYCLE;
  }

  /** One of the persons of late. */
  private long activePerson(long event, Choice choice) {
    long last = event / NexmarkTable.CYCLE;
    return FIRST_ID + last - draw(event, choice, (int) Math.min(last + 1, PERSONS_ACTIVE));
  }

  private static long hot(long last) {
    return FIRST_ID + last / HOT_STRIDE * HOT_STRIDE;
  }

  // Auctions

  /** How many auctions there are before an event or at it. */
  private static long auctionsUntil(long event) {
    return NexmarkTable.AUCTION.rowsBefore(event + 1);
  }

  /** The id of the last auction at an event; at an auction's own event that auction. */
  long auctionId(long event) {
    return FIRST_ID + auctionsUntil(event) - 1;
  }

  /** Who sells: three times of four the hot one. */
  long seller(long event) {
    return isHot(event, Choice.SELLER_HEAT, HOT_SELLER_RATIO)
        ? hot(event / NexmarkTable.CYCLE)
        : activePerson(event, Choice.SELLER);
  }

  long category(long event) {
    return FIRST_CATEGORY + draw(event, Choice.CATEGORY, CATEGORIES);
  }

  /** The price that is asked for at first, also the price of a bid. */
  long price(long event) {
    return price(event, Choice.PRICE);
  }

  /** What the seller wants to have in the end. */
  long reserve(long event) {
    return price(event) + price(event, Choice.RESERVE);
  }

  /** From 1 to 1,000,000 in hundredths, as likely to have few digits as many. */
  private long price(long event, Choice choice) {
    double share = (draw(event, choice) >>> 11) * 0x1.0p-53;
    // StrictMath: the same price on every machine.
    return Math.round(StrictMath.pow(10, share * 6) * 100);
  }

  /** When an auction ends: on the average after as many events as its fellows take to come. */
  long expiresMillis(long event) {
    long beginMillis = settings.timeMillis(event);
    long horizonMillis = settings.timeMillis(event + EVENTS_OPEN) - beginMillis;
    int span = (int) Math.min(Integer.MAX_VALUE, Math.max(1, horizonMillis * 2));
    return beginMillis + 1 + draw(event, Choice.LIFETIME, span);
  }

  // Bids

  /** What is bid for: every other time the hot auction, else one of the last. */
  long bidAuction(long event) {
    long last = auctionsUntil(event) - 1;
    return isHot(event, Choice.AUCTION_HEAT, HOT_AUCTION_RATIO)
        ? hot(last)
        : FIRST_ID + last - draw(event, Choice.AUCTION, (int) Math.min(last + 1, AUCTIONS_OPEN));
  }

  /** Who bids: three times of four the hot one, who is not the hot seller. */
  long bidder(long event) {
    long last = event / NexmarkTable.CYCLE;
    return isHot(event, Choice.BIDDER_HEAT, HOT_BIDDER_RATIO)
        ? Math.min(hot(last) + 1, FIRST_ID + last)
        : activePerson(event, Choice.BIDDER);
  }

  /** The channel in {@code [0, HOT_CHANNELS + CHANNELS)}: every other time one of the hot ones. */
  int channel(long event) {
    return isHot(event, Choice.CHANNEL_HEAT, HOT_CHANNEL_RATIO)
        ? draw(event, Choice.CHANNEL, HOT_CHANNELS)
        : HOT_CHANNELS + draw(event, Choice.CHANNEL, CHANNELS);
  }
}
