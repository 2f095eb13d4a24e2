import type { YamlDocument } from './reader/read-yaml.ts';

export type { YamlDocument } from './reader/read-yaml.ts';
export { YamlError } from './reader/yaml-error.ts';

/**
 * Texts of up to so many characters are read where they come in: the slowest of them takes some tens of milliseconds.
 */
const SHORT = 16 * 1024;

/**
 * Reads one YAML document as JSON, with the keys of every object in order: Go makes JSON of it before it reads
 * anything. The reader is loaded when the first YAML comes; long texts are read in a thread of its own. Rejects with a
 * {@link YamlError}.
 */
export async function parseYaml(text: string): Promise<YamlDocument> {
  if (text.length > SHORT) {
    const { readYamlInThread } = await import('./adapters/yaml-thread.ts');
    return await readYamlInThread(text);
  }
  const { readYaml } = await import('./reader/read-yaml.ts');
  return readYaml(text);
}
