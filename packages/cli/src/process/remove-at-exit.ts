/**
 * Lets something be removed when this process ends, also at once, for example at a second Ctrl-C. `remove` cannot wait
 * for anything. Returns what removes it now.
 */
export function removeAtExit(remove: () => void): () => void {
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
  };
}
