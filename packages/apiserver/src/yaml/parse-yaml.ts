import type { YamlDocument } from './reader/read-yaml.ts';

export type { YamlDocument } from './reader/read-yaml.ts';
export { YamlError } from './reader/yaml-error.ts';

/**
 * The maximum length of documents that are parsed in this thread: the slowest of them takes some tens of milliseconds.
 */
const SHORT = 16 * 1024;

/**
 * Parses one YAML document as JSON, with sorted object keys, because Go converts YAML to JSON before it decodes it. The
 * parser is loaded with the first document; long documents are parsed in a worker thread. Rejects with a {@link
 * YamlError}.
 */
export async function parseYaml(text: string): Promise<YamlDocument> {
  if (text.length > SHORT) {
    const { readYamlInThread } = await import('./adapters/yaml-thread.ts');
    return await readYamlInThread(text);
  }
  const { readYaml } = await import('./reader/read-yaml.ts');
  return readYaml(text);
}
