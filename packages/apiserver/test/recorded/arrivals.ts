/** The part of a response that has arrived so far. */
export interface Arrivals {
  add(chunk: Uint8Array): void;
  end(): void;
  body(): Uint8Array;
  /** Waits until `isEnough` accepts the body so far, or the response has ended. */
  until(isEnough: (body: Uint8Array) => boolean): Promise<void>;
}

/** Creates {@link Arrivals} without any bytes yet. */
export function createArrivals(): Arrivals {
  let body: Uint8Array = new Uint8Array();
  const state = { ended: false };
  let wake = (): void => undefined;
  return {
    add: (chunk) => {
      body = Buffer.concat([body, chunk]);
      wake();
    },
    end: () => {
      state.ended = true;
      wake();
    },
    body: () => body,
    until: async (isEnough) => {
      while (!state.ended && !isEnough(body)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
