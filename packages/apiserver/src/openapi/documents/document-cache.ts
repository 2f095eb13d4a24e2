import { inTurns } from '../../loop-turns.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { describeAll, describedParts } from './described-api.ts';
import { type DocumentText, writeDocument } from './document-text.ts';
import { version2Document } from './version-2.ts';
import { version3Document } from './version-3.ts';

/** A document, as it is sent. */
export interface WrittenDocument extends DocumentText {
  /** When it was made, in milliseconds since the epoch. */
  readonly madeAt: number;
}

/** The documents of a server. Each is built on first use, and again after the served resources have changed. */
export interface Documents {
  /** The documents of version 3, by name. */
  readonly version3: ReadonlyMap<string, () => Promise<WrittenDocument>>;
  readonly version2: () => Promise<WrittenDocument>;
  /** When what is served was first seen as it is. */
  readonly since: number;
}

interface Cached {
  readonly generation: number;
  readonly documents: Documents;
  /** The sources of each document of version 3. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** Resources with their verbs, which change while a definition is being deleted. */
type Source = readonly (readonly [resource: ServedResource, verbs: readonly string[]])[];

const cached = new WeakMap<ServerContext, Cached>();

/** The documents of the currently served resources. */
export function documentsOf(server: ServerContext): Documents {
  const { generation } = server.registry;
  const present = cached.get(server);
  if (present?.generation === generation) return present.documents;
  const made = makeDocuments(server, present);
  cached.set(server, made);
  return made.documents;
}

/** Documents of built-in group versions never change: all servers of a process share them. */
const builtIn = new Map<string, DocumentText>();

function makeDocuments({ registry, clock, turns }: ServerContext, before: Cached | undefined): Cached {
  const now = clock.now();
  const version3 = new Map<string, () => Promise<WrittenDocument>>();
  const sources = new Map<string, Source>();
  for (const [name, { describe, resources }] of describedParts(registry)) {
    const source: Source = resources.map((resource) => [resource, resource.verbs]);
    sources.set(name, source);
    const taken = isSame(before?.sources.get(name), source) ? before?.documents.version3.get(name) : undefined;
    function* write(): Generator<void, DocumentText> {
      return yield* writeDocument(yield* version3Document(yield* describe()));
    }
    const make = (): Promise<DocumentText> => inTurns(write(), turns);
    const custom = resources.some((resource) => resource.custom);
    version3.set(name, taken ?? lazily(async () => ({ ...(await (custom ? make() : kept(name, make))), madeAt: now })));
  }
  function* writeAll(): Generator<void, DocumentText> {
    return yield* writeDocument(yield* version2Document(yield* describeAll(registry)));
  }
  const makeAll = (): Promise<DocumentText> => inTurns(writeAll(), turns);
  const hasCustom = [...registry.all()].some(({ custom }) => custom);
  const version2 = lazily(async () => ({
    ...(await (hasCustom ? makeAll() : kept('version 2', makeAll))),
    madeAt: now,
  }));
  return { generation: registry.generation, documents: { version3, version2, since: now }, sources };
}

function isSame(before: Source | undefined, now: Source): boolean {
  return (
    before?.length === now.length &&
    now.every(([resource, verbs], index) => before[index]?.[0] === resource && before[index]?.[1] === verbs)
  );
}

async function kept(name: string, make: () => Promise<DocumentText>): Promise<DocumentText> {
  const written = builtIn.get(name) ?? (await make());
  builtIn.set(name, written);
  return written;
}

/** Makes something once; again when that failed. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
