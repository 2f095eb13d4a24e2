import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { JsonObject } from '@kb/apimachinery';
import { corpusDefinitions, definitionFilesIn } from '../../import/definitions/definition-files.ts';
import { parseDefinitions } from '../../import/definitions/parse-definitions.ts';
import { randomOf } from '../../random.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { formatVersion, type ServedVersion, servedVersionsOf } from '../compare/served-version.ts';
import { sampleObjects } from '../samples/sample-objects.ts';
import { requestsFor } from '../samples/sample-requests.ts';

/** A definition of the corpus. */
export interface CorpusKind {
  /** The file below the corpus's folder of definitions, and the number of the definition in it if there are several. */
  readonly file: string;
  /** The beginning of the SHA-256 of the file. */
  readonly hash: string;
  /** As messages name it. */
  readonly kind: string;
  readonly definition: JsonObject;
  readonly versions: readonly ServedVersion[];
}

/** The namespace of objects that are not kept. */
export const NAMESPACE = 'served-definitions';

/** The definitions of the corpus; undefined if it is not there. */
export function corpusKinds(): CorpusKind[] | undefined {
  if (!existsSync(corpusDefinitions)) return undefined;
  return definitionFilesIn(corpusDefinitions).flatMap(({ name, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return parseDefinitions(text).flatMap((definition, index): CorpusKind[] => {
      const file = index === 0 ? name : `${name}#${index + 1}`;
      const versions = servedVersionsOf(definition);
      return [{ file, hash, kind: file, definition, versions }];
    });
  });
}

/**
 * The requests for objects of a kind, which are made from its schemas: up to `changes` for each version have a change.
 * The fitting ones are stored, and replaced by `updates` of those.
 */
export function kindRequests(
  { versions }: CorpusKind,
  { seed, changes, updates }: { readonly seed: number; readonly changes: number; readonly updates: number },
): RequestSequence[] {
  return versions.flatMap((version) => {
    const samples = sampleObjects(version, randomOf(seed, formatVersion(version)), changes);
    return requestsFor(version, samples, { namespace: NAMESPACE, updates });
  });
}
