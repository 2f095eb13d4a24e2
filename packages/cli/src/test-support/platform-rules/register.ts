// Imported before kb: its modules, and those of the packages here, follow the rules of the platform in
// `PLATFORM_RULES` from then on. Modules of others and of Node keep those of this machine.
import { registerHooks } from 'node:module';
import { platform } from './rules.ts';

const folder = new URL('.', import.meta.url).href;
const packages = new URL('../../../..', import.meta.url).href;
const replaced = new Map(
  ['child_process', 'fs', 'fs/promises', 'os', 'path', 'url'].map((name) => [
    `node:${name}`,
    new URL(`node-${name.replaceAll(/[_/]/g, '-')}.ts`, import.meta.url).href,
  ]),
);

registerHooks({
  resolve(specifier, context, next) {
    const replacement = replaced.get(specifier);
    const from = context.parentURL ?? '';
    const isOurs = from.startsWith(packages) && !from.startsWith(folder) && !from.includes('/node_modules/');
    return replacement !== undefined && isOurs ? { url: replacement, shortCircuit: true } : next(specifier, context);
  },
});

Object.defineProperty(process, 'platform', { value: platform });
