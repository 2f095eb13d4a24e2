import type { Milliseconds } from '../../durations.ts';

/**
 * How long a watch with bookmarks may be silent before it is taken for dead. API servers send a bookmark about every
 * minute (and a quarter); twice that gives a busy server time to be late with one. This finds only what neither TCP nor
 * HTTP/2 pings find, which give up a lost host after 40 and 45 seconds: an HTTP/1.1 connection on which a middlebox
 * responds in the server's place, and a server that answers pings and sends nothing else.
 */
export const SILENCE_LIMIT: Milliseconds = 150_000;

/** After this many silent streams in a row without any bookmark, the server is assumed to send no bookmarks. */
const MOST_SILENT_STREAMS = 3;

/**
 * Decides when a watch without events is considered dead although it was not closed: a half-open connection. After a
 * bookmark, the absence of further ones shows it. A server that has never sent one may be silent until the requested
 * end of the watch. A server may also stop sending bookmarks, as the API server does when nothing at all happens in a
 * cluster. Then three streams in a row are reopened needlessly, which costs little; later ones may be silent. When only
 * the bookmark that ends a streaming list has come, one stream is reopened.
 */
export interface SilenceGuard {
  /** Returns how long the watch may be silent; undefined: as long as it lasts. */
  limit(): Milliseconds | undefined;
  /** A bookmark came: the one that ends a streaming list, or one of the watch itself. */
  bookmark(ofList: boolean): void;
  /** A stream was given up as silent. */
  gaveUp(): void;
}

/** Makes a guard for a server that has not sent a bookmark yet. */
export function createSilenceGuard(): SilenceGuard {
  let streamsLeft = 0;
  return {
    limit: () => (streamsLeft > 0 ? SILENCE_LIMIT : undefined),
    bookmark: (ofList) => {
      streamsLeft = ofList ? Math.max(streamsLeft, 1) : MOST_SILENT_STREAMS;
    },
    gaveUp: () => {
      if (streamsLeft > 0) streamsLeft -= 1;
    },
  };
}
