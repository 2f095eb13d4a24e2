/** A phrase that this project does not use, and its replacement. */
export interface Phrase {
  readonly name: string;
  /** Matched against text without line breaks and comment signs. Global. */
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
  /** A sentence with the phrase. */
  readonly wrong: string;
  /** Sentences with the same words that are fine. */
  readonly fine: readonly string[];
}

/** The number of occurrences of each phrase in a text, by name; phrases without any are left out. */
export type PhraseCounts = Readonly<Record<string, number>>;

/** The phrases that must not come back. docs/glossary.md explains them. */
export const phrases: readonly Phrase[] = [
  {
    name: 'answers',
    pattern:
      /(?:\/\*\*|[.;:]|(?<!\bhow) it|(?<!server|request|client|webhook|Kubernetes) (?:that|which)|\b(?:and|function|what [`\w.]+)) answers (?!are\b|come|of\b|to\b|with\b|need|that\b|share|from\b|in\b|as\b|go\b|have\b|which\b|for\b|by\b|on\b|at\b|is\b|arrive|hold|wait|\d{3}|requests|[=(])/gi,
    instead: 'returns',
    wrong: '/** Answers whether the object is gone. */',
    fine: ['The server answers with 404.', 'Long answers are compressed.'],
  },
  {
    name: 'told',
    pattern:
      /\b(?:is|are|was|were|be|been|being|has|have) (?:always |never |not |only )?told\b|\btold (?:of|about|apart|by)\b/gi,
    instead: 'is notified, gets the event, is told by the type: say which',
    wrong: 'Handlers are told of every change.',
    fine: ['The error told us which field it was.'],
  },
  {
    name: 'hears of',
    pattern: /\b(?:hear|hears|heard) (?:of|nothing)\b/gi,
    instead: 'sees, is notified of',
    wrong: 'The informer hears of every object.',
    fine: [],
  },
  {
    name: 'whoever',
    pattern: /\bwhoever\b/gi,
    instead: 'the caller, the client, anyone who',
    wrong: 'Whoever waits for it gets the error.',
    fine: [],
  },
  { name: 'anew', pattern: /\banew\b/gi, instead: 'again', wrong: 'It is listed anew.', fine: [] },
  {
    name: 'for ever',
    pattern: /\bfor ever\b/gi,
    instead: 'forever',
    wrong: 'It waits for ever.',
    fine: ['for every key'],
  },
  {
    name: 'of old',
    pattern: /\bof old(?=[,.;]| (?:say|are|have|do|is))/gi,
    instead: 'old, earlier',
    wrong: 'Clients of old say v1beta1.',
    fine: ['Takes away Pods of old ReplicaSets.'],
  },
  {
    name: 'is said',
    pattern: /\b(?:is|are|was|were) said (?:to be|of|so|by|in|here|there|once)\b/gi,
    instead: 'is, is reported, is described in',
    wrong: 'The kind is said to be missing.',
    fine: ['The author said so.'],
  },
  {
    name: 'all the same',
    pattern: /(?<!\b(?:are|were|is|be|look) )\ball the same\b/gi,
    instead: 'still, anyway, nevertheless',
    wrong: 'It is written all the same.',
    fine: ['These are all the same.'],
  },
  {
    name: 'is no',
    pattern:
      /(?<!\b(?:there|it) )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|such\b|other\b|need\b|use\b|way\b|\w+er\b than)[a-z]+/gi,
    instead: 'is not a',
    wrong: 'A text that is no number is refused.',
    fine: ['There is no such key.', 'It is no longer there.', 'There were no errors.'],
  },
  {
    name: 'is none',
    pattern: /\b(?:that|which|what|it|this|and) (?:is|are|was|were) none\b/gi,
    instead: 'is not one, is missing, or the noun again: "is not a number"',
    wrong: 'A number that is none is refused.',
    fine: ['When there is none, the default is taken.'],
  },
  {
    name: 'what there is',
    pattern: /\b(?:what there is|all there is)\b/gi,
    instead: 'name it: the objects, the files',
    wrong: 'Lists what there is.',
    fine: [],
  },
  {
    name: 'somebody',
    pattern: /\b(?:some|any|every)body\b/gi,
    instead: 'someone, anyone, everyone, or better who: the user, another client',
    wrong: 'Somebody else has changed it.',
    fine: [],
  },
  {
    name: 'in the wrong words',
    pattern: /\bin the wrong words\b/gi,
    instead: 'with a misleading error',
    wrong: 'It refuses in the wrong words.',
    fine: [],
  },
  { name: 'as it were', pattern: /\bas it were\b/gi, instead: 'leave it out', wrong: 'A queue, as it were.', fine: [] },
  { name: 'nought', pattern: /\bnought\b/gi, instead: 'zero', wrong: 'It counts from nought.', fine: [] },
  {
    name: 'behind',
    pattern:
      /(?<!\b(?:left|leave|leaves|stay|stays|lag|lags|far|is|are|falls?|fell|proxy|Service) )\bbehind (?:(?:the|an?|its?|them|each|one|another|every|comments?|links?|text)\b|=|`)(?!\s?(?:\w+ )?(?:proxy|proxies|firewall|load balancer|gateway|middlebox|services?|VPN|NAT|ingress|server|back)\b)/gi,
    instead: 'after',
    wrong: 'A comma behind the last element is kept.',
    fine: ['An operator behind a proxy.', 'It leaves nothing behind.', 'It lags behind the server.'],
  },
  {
    name: 'heeds',
    pattern: /\bheed(?:s|ed|ing)?\b/gi,
    instead: 'respects, uses',
    wrong: 'It heeds DISABLE_HTTP2.',
    fine: [],
  },
  {
    name: 'ought to',
    pattern: /\bought to\b/gi,
    instead: 'should, must',
    wrong: 'It lists the Pods that ought to run.',
    fine: ['It brought together what it found.'],
  },
  {
    name: 'seldom',
    pattern: /\bseldom\b/gi,
    instead: 'rarely',
    wrong: 'A watch is seldom opened again.',
    fine: [],
  },
  {
    name: 'sees to it',
    pattern: /\b(?:see|sees) to it\b/gi,
    instead: 'ensures, makes sure',
    wrong: 'Sees to it that the lease is renewed.',
    fine: ['It sees it once.'],
  },
  {
    name: 'to be had',
    pattern: /\bto be had\b/gi,
    instead: 'available',
    wrong: 'It serves while no other is to be had.',
    fine: [],
  },
  {
    name: 'without a word',
    pattern: /\bwithout a word\b/gi,
    instead: 'silently, without an event, without data',
    wrong: 'They are forgotten without a word.',
    fine: [],
  },
  {
    name: 'becomes of',
    pattern: /\bbecomes of\b/gi,
    instead: 'happens to',
    wrong: 'What becomes of the dependents.',
    fine: ['It becomes one of the owners.'],
  },
  {
    name: 'the way to the server',
    pattern: /(?<!\bon )\bthe way to (?:the|a|an|its|every) (?:\w+ )?(?:server|cluster)\b/gi,
    instead: 'the transport to, the access to',
    wrong: 'The way to the API server.',
    fine: ['Encoded on the way to the API server.'],
  },
  {
    name: 'so many seconds',
    pattern: /\bso many (?:milliseconds|seconds|bytes|objects)\b/gi,
    instead: 'this many',
    wrong: 'Waits so many seconds.',
    fine: ['This many seconds.'],
  },
  { name: 'in vain', pattern: /\bin vain\b/gi, instead: 'without success', wrong: 'It waited in vain.', fine: [] },
  {
    name: 'the begin of',
    pattern: /\bthe begin of\b/gi,
    instead: 'the beginning of, the start of',
    wrong: 'From the begin of the first reconcile.',
    fine: ['The beginning of a line.'],
  },
  {
    name: 'whence',
    pattern: /\b(?:whence|thence|thereof|therein|whereof|wherein|hereby|hitherto|henceforth|lest)\b/gi,
    instead: 'where … from, of it, in it, so far, from now on, so that … not',
    wrong: 'A list, and the version whence it came.',
    fine: ['There is one.', 'From there on.'],
  },
  {
    name: "one's own",
    pattern: /\bone's own\b/gi,
    instead: 'your own, a custom',
    wrong: "A metric of one's own.",
    fine: ["Every certificate of the chain, and the first one's key."],
  },
];

/** A text without line breaks and comment signs. */
export function asRead(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\*(?!\/)|\/\/)\s?/, ''))
    .join(' ');
}

/** Counts the phrases of a source file or page. */
export function countPhrases(source: string): PhraseCounts {
  const text = asRead(source);
  return Object.fromEntries(
    phrases
      .map(({ name, pattern }) => [name, text.match(pattern)?.length ?? 0] as const)
      .filter(([, count]) => count > 0),
  );
}
