/** Modules of Node, Bun and Deno are loaded without an import, so that bundles for browsers do not need them. */
interface HostProcess {
  getBuiltinModule?(name: 'node:module'): { createRequire(from: string): (name: string) => unknown };
}

/**
 * Loads a module at once, by its name or by its path from the module whose `import.meta.url` this is. Undefined where
 * that is impossible: in browsers.
 */
export function requireModule(from: string, name: string): unknown {
  const { process } = globalThis as { process?: HostProcess };
  return process?.getBuiltinModule?.('node:module').createRequire(from)(name);
}
