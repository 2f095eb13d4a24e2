/** What came of an answer so far. */
export interface Arrivals {
  add(chunk: Uint8Array): void;
  end(): void;
  body(): Uint8Array;
  /** Waits until there is enough, or nothing more comes. */
  until(isEnough: (body: Uint8Array) => boolean): Promise<void>;
}

/** Makes {@link Arrivals} of which nothing has come yet. */
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
