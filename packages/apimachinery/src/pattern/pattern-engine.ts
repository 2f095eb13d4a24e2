import type * as re2js from 're2js';

type Engine = typeof re2js;

let engine: Engine | undefined;

/** Loads the pattern engine. Only needed in browsers: elsewhere the first pattern loads it. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= await import('re2js');
}

/**
 * Returns the engine, 260 KB that most processes never need. Throws if it is not loaded and cannot be loaded
 * synchronously.
 */
export function patternEngine(): Engine {
  engine ??= requireEngine();
  return engine;
}

/**
 * Loads modules of Node, Bun and Deno without an import, so that bundles for browsers do not need them.
 */
interface HostProcess {
  getBuiltinModule?(name: 'node:module'): { createRequire(from: string): (name: string) => unknown };
}

function requireEngine(): Engine {
  const { process } = globalThis as { process?: HostProcess };
  const module = process?.getBuiltinModule?.('node:module');
  if (!module) throw new Error('the engine of patterns is not loaded: await loadPatternEngine() first');
  return module.createRequire(import.meta.url)('re2js') as Engine;
}
