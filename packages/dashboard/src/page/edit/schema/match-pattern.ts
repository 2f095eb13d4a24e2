import type { RE2JS } from 're2js';

let engine: typeof RE2JS | undefined;
const compiled = new Map<string, RE2JS | undefined>();

/** Loads the engine of patterns, 260 KB that only forms need. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/**
 * Whether a text has a match of a schema's pattern. RE2 takes linear time, as on the server; a hostile definition could
 * stop the page with the browser's own engine. True as long as the engine is not loaded, and for what RE2 does not
 * accept: the server decides.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!engine) return true;
  if (!compiled.has(pattern)) compiled.set(pattern, compile(engine, pattern));
  return compiled.get(pattern)?.matcher(text).find() ?? true;
}

function compile(from: typeof RE2JS, pattern: string): RE2JS | undefined {
  try {
    return from.compile(pattern);
  } catch {
    return undefined;
  }
}
