import type { Milliseconds } from '../durations.ts';

/**
 * API servers send a bookmark about every minute (and a quarter). Twice that without a word, and the stream is taken
 * for dead. Only for what neither TCP nor pings of HTTP/2 find: a host that is gone is given up after 40 and 45
 * seconds. That is a connection of HTTP/1.1 on which something answers in the server's place, and a server that answers
 * pings and sends nothing. A server that is late with one bookmark has no time for watches that are opened again.
 */
export const silenceLimit: Milliseconds = 150_000;

/**
 * So many streams in a row are given up as silent, without any bookmark, before the server is taken for one that sends
 * none.
 */
const trust = 3;

/**
 * Decides when a watch on which nothing comes is taken for dead, though nobody closed it: a half-open connection. Where
 * bookmarks have been seen, their absence tells; a server that never sent one is believed to be quiet until the time
 * that the watch was asked to last is over. So is one that stopped sending them, as the API server does of a cluster
 * where nothing at all happens: three streams in a row are opened again for nothing, which costs little, then no more.
 * The bookmark that ends a streaming list is worth one.
 */
export interface SilenceGuard {
  /** For how long nothing may come now; undefined: as long as the watch lasts. */
  limit(): Milliseconds | undefined;
  /** A bookmark came; of a streaming list or of the watch itself. */
  bookmark(ofList: boolean): void;
  /** A stream was given up as silent. */
  gaveUp(): void;
}

/** Makes a guard for a server of which nothing is known. */
export function createSilenceGuard(): SilenceGuard {
  let credit = 0;
  return {
    limit: () => (credit > 0 ? silenceLimit : undefined),
    bookmark: (ofList) => {
      credit = ofList ? Math.max(credit, 1) : trust;
    },
    gaveUp: () => {
      if (credit > 0) credit -= 1;
    },
  };
}
