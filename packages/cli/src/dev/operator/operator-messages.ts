/** What `kb dev` tells an operator's process, over the channel between them. */
export type ToOperator =
  /** Import these modules (URLs), to be quick later. */
  | { readonly dev: 'preload'; readonly modules: readonly string[] }
  /** Import everything that the main module imports. */
  | { readonly dev: 'load' }
  /** Run the main module. */
  | { readonly dev: 'run' }
  /** Answer as soon as the event loop runs. */
  | { readonly dev: 'ping' };

/** What an operator's process tells `kb dev`. */
export type FromOperator =
  /** Everything is imported: these files (URLs). The main module waits. */
  | { readonly dev: 'loaded'; readonly files: readonly string[] }
  /** These files have been imported since. */
  | { readonly dev: 'imported'; readonly files: readonly string[] }
  /** The event loop runs. */
  | { readonly dev: 'pong' };

/** Whether a message on the channel is one of these. Other parts of kb may use the channel too. */
export function isFromOperator(message: unknown): message is FromOperator {
  if (typeof message !== 'object' || message === null || !('dev' in message)) return false;
  if (message.dev === 'pong') return true;
  return (
    (message.dev === 'loaded' || message.dev === 'imported') &&
    'files' in message &&
    Array.isArray(message.files) &&
    message.files.every((file) => typeof file === 'string')
  );
}
