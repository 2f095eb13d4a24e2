import type { RequestStep } from '@kb/apiserver/recorded';
import type { RequestSequence } from '../sequences/request-sequence.ts';
import type { Compared, Servers } from './servers.ts';
import { signatureOf } from './signature.ts';

/** Candidates that are tried at once. */
const ROUND = 12;

/**
 * Shrinks a sequence that differs, for a limited time: first to fewer steps, then to smaller ones.
 */
export async function shrinkSequence(servers: Servers, compared: Compared, milliseconds: number): Promise<Compared> {
  const until = performance.now() + milliseconds;
  const signature = signatureOf(compared);
  let best = compared;
  let candidates = smaller(best.sequence);
  while (candidates.length > 0 && performance.now() < until) {
    const tried = candidates.slice(0, ROUND);
    candidates = candidates.slice(ROUND);
    const found = (await servers.compare(tried)).find((one) => signatureOf(one) === signature);
    if (found === undefined) continue;
    best = found;
    candidates = smaller(best.sequence);
  }
  return best;
}

/** Returns the sequence without some steps, or without parts of one step; the smallest candidates first. */
function smaller({ name, steps }: RequestSequence): RequestSequence[] {
  const found: RequestStep[][] = [];
  for (let size = Math.floor(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = steps.length - size; start >= 0; start -= size) {
      found.push([...steps.slice(0, start), ...steps.slice(start + size)]);
    }
  }
  steps.forEach((step, index) => {
    for (const simpler of simplerSteps(step)) found.push(steps.with(index, simpler));
  });
  return found.map((some) => ({ name, steps: some }));
}

function simplerSteps(step: RequestStep): RequestStep[] {
  const { save: _, ...unsaved } = step;
  return [
    ...withoutQuery(step.path).map((path) => ({ ...step, path })),
    ...(step.save === undefined ? [] : [unsaved]),
    ...(step.headers?.['accept'] === undefined ? [] : [{ ...step, headers: {} }]),
    ...(typeof step.body === 'object' ? simplerValues(step.body).map((body) => ({ ...step, body })) : []),
  ];
}

function withoutQuery(path: string): string[] {
  const [place = '', query] = path.split('?');
  const parts = query?.split('&') ?? [];
  return parts.map((_, index) => {
    const left = parts.toSpliced(index, 1);
    return left.length === 0 ? place : `${place}?${left.join('&')}`;
  });
}

/** A value without one of its parts, at any depth; the largest parts first. */
export function simplerValues(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return [
      ...value.map((_, index) => value.toSpliced(index, 1)),
      ...value.flatMap((item, index) => simplerValues(item).map((simpler) => value.with(index, simpler))),
    ];
  }
  const entries = Object.entries(value);
  const without = entries.map(([key]) => Object.fromEntries(entries.filter(([other]) => other !== key)));
  const within = entries.flatMap(([key, child]) =>
    simplerValues(child).map((simpler) => ({ ...value, [key]: simpler })),
  );
  return [...without, ...within];
}
