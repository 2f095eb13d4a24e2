import type { Random } from '../../../random.ts';
import type { RequestStep } from '@kb/apiserver/recorded';
import type { Progress } from './request-sequence.ts';
import type { Subject } from '../subjects/subject.ts';

const accepts = [
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/yaml',
];
const listAccepts = [
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/yaml',
];

/** Reads an object, or lists. */
export function randomRead(progress: Progress): RequestStep {
  const { random, subject, steps, writes, pages } = progress;
  if (random.chance(0.3)) {
    const name = random.pick([...writes.keys()]) ?? 'a';
    return { method: 'GET', path: `${subject.collection}/${subject.prefix}${name}`, ...accepting(random, accepts) };
  }
  const page = random.pick(pages);
  if (page !== undefined && random.chance(0.5)) {
    return { method: 'GET', path: `${subject.collection}?limit=${1 + random.below(2)}&continue=\${c${page}}` };
  }
  const query = selectors(random, subject);
  const number = steps.length;
  const save = { [`c${number}`]: 'metadata.continue' };
  // A page of cluster-scoped objects depends on those of other sequences.
  const isPage = subject.prefix === '' && random.chance(0.4);
  if (isPage) {
    query.push(`limit=${1 + random.below(2)}`);
    pages.push(number);
  }
  const version = earlier(random, writes);
  if (version !== undefined && random.chance(0.4)) {
    query.push(`resourceVersion=${version}`);
    if (random.chance(0.7)) query.push(`resourceVersionMatch=${random.chance(0.6) ? 'Exact' : 'NotOlderThan'}`);
  }
  const path = `${subject.collection}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return { method: 'GET', path, ...(isPage ? { save } : accepting(random, listAccepts)) };
}

/** Watches for a second, starting at some earlier write. */
export function randomWatch({ random, subject, writes }: Progress): RequestStep {
  const version = random.chance(0.85) ? earlier(random, writes) : undefined;
  const query = [
    'watch=1',
    'timeoutSeconds=1',
    ...selectors(random, subject),
    ...(version === undefined ? [] : [`resourceVersion=${version}`]),
  ];
  return { method: 'GET', path: `${subject.collection}?${query.join('&')}` };
}

/** The version that some write returned. */
function earlier(random: Random, writes: ReadonlyMap<string, readonly number[]>): string | undefined {
  const number = random.pick([...writes.values()].flat());
  return number === undefined ? undefined : `\${v${number}}`;
}

function selectors(random: Random, subject: Subject): string[] {
  const labels = random.chance(0.3)
    ? [random.pick(['l=1', 'l!=1', 'l in (1,2)', 'k', '!k', 'l notin (2),k']) ?? 'l']
    : [];
  // Other sequences create cluster-scoped objects too.
  if (subject.prefix !== '') labels.push('of=${NS}');
  const fields = random.chance(0.2)
    ? random.pick(['metadata.name=a', 'metadata.name!=a', ...subject.fieldSelectors])
    : undefined;
  return [
    ...(labels.length === 0 ? [] : [`labelSelector=${labels.join(',').replaceAll('=', '%3D').replaceAll('!', '%21')}`]),
    ...(fields === undefined ? [] : [`fieldSelector=${fields.replaceAll('=', '%3D')}`]),
  ];
}

function accepting(random: Random, types: readonly string[]): Pick<RequestStep, 'headers'> {
  const accept = random.chance(0.15) ? random.pick(types) : undefined;
  return accept === undefined ? {} : { headers: { accept } };
}
