import type { TerminalSize } from '@kb/apimachinery';

/** The maximum length of the text of one size. */
const MAX_TEXT = 1024;
/** The maximum number of sizes that wait for a process. */
const MAX_WAITING = 16;

/**
 * Reads the sizes of a terminal: JSON objects such as `{"Width":80,"Height":24}`, one after another. It is read as fast
 * as it arrives; of sizes that the process does not take, the newest are kept. Ends at anything else.
 */
export function terminalSizes(received: AsyncIterable<Uint8Array>): AsyncIterable<TerminalSize> {
  const waiting: TerminalSize[] = [];
  let ended = false;
  let wake = (): void => undefined;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const bytes of received) {
      text += Buffer.from(bytes).toString('latin1');
      for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}')) {
        const size = sizeOf(text.slice(0, end + 1));
        if (!size) return;
        text = text.slice(end + 1);
        waiting.push(size);
        if (waiting.length > MAX_WAITING) waiting.shift();
        wake();
      }
      if (text.length > MAX_TEXT) return;
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
      wake();
    });
  async function* sizes(): AsyncGenerator<TerminalSize> {
    for (;;) {
      const size = waiting.shift();
      if (size) yield size;
      else if (ended) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return sizes();
}

function sizeOf(text: string): TerminalSize | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const width = /"width"\s*:\s*(\d{1,5})\b/i.exec(text)?.[1];
  const height = /"height"\s*:\s*(\d{1,5})\b/i.exec(text)?.[1];
  return { width: Number(width ?? 0), height: Number(height ?? 0) };
}
