/** The input of a terminal. */
export interface KeyInput {
  /** Only set on a terminal. */
  readonly isTTY?: boolean;
  setRawMode?(mode: boolean): unknown;
  on(event: 'data', listener: (data: Uint8Array) => void): unknown;
  off(event: 'data', listener: (data: Uint8Array) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Ctrl-C and Ctrl-D, which a terminal in raw mode passes on as characters. */
const interrupts = new Set(['\u0003', '\u0004']);

/**
 * Calls `onKey` with each key that is pressed, and `onInterrupt` for Ctrl-C and Ctrl-D, until the returned function is
 * called, which leaves the terminal as it was. Undefined if the input is not a terminal.
 */
export function readKeys(
  input: KeyInput,
  { onKey, onInterrupt }: { readonly onKey: (key: string) => void; readonly onInterrupt: () => void },
): (() => void) | undefined {
  if (input.isTTY !== true || input.setRawMode === undefined) return undefined;
  const onData = (data: Uint8Array): void => {
    const text = Buffer.from(data).toString('utf8');
    // Arrows and the like come as several characters, and mean nothing here.
    if (text.startsWith('\u001b')) return;
    for (const key of text) {
      if (interrupts.has(key)) onInterrupt();
      else onKey(key);
    }
  };
  input.setRawMode(true);
  input.on('data', onData);
  input.resume();
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}
