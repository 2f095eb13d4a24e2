import type { Requester } from '@kb/apiserver/recorded';
import { startControlPlane } from '@kb/control-plane';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { realRequester } from '../../api-server/real-requester.ts';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { inLanes } from '../../in-lanes.ts';
import { randomOf } from '../../random.ts';
import type { Failure } from '../../suite.ts';
import { realBinaries } from '../../targets/real-target.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { definitionOf, errorsOf, linesOf } from './compare-definitions.ts';
import { limitCases } from './limit-cases.ts';

/** How many definitions the real server validates at the same time. */
const AT_ONCE = 8;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';

/**
 * The estimated costs of rules are those of a running kube-apiserver: it accepts definitions whose rules cost just as
 * much as they may, and refuses those with the next larger limit, telling by how much they exceed it.
 */
export const celLimitsSuite: GeneratorSuite = {
  name: 'cel limits',
  live: true,
  needsControlPlane: true,
  async run({ seed, full, embedded, log }) {
    if (embedded) return { skipped: 'the real control plane was left out' };
    const binaries = await realBinaries(log);
    if ('reason' in binaries) return { skipped: `nothing was compared with a real control plane: ${binaries.reason}` };
    const cases = limitCases(full ? 1500 : 400, randomOf(seed, 'cel limits')).filter(isAtLimit);
    const plane = await startControlPlane({ binaries, controllers: false });
    try {
      const requester = realRequester(plane);
      const failures = await inLanes(AT_ONCE, cases, async (one) =>
        differencesOf(one, await answerOf(requester, one.schema)),
      );
      const rules = cases.reduce((sum, { schema }) => sum + rulesIn(schema), 0) / CASES_OF_LIMIT;
      log(`${rules} rules, each in ${CASES_OF_LIMIT} definitions`);
      return { total: cases.length, failures: failures.flat() };
    } finally {
      await plane.stop();
    }
  },
};

/** The largest limit that is accepted, the next one, and twice as much. */
const CASES_OF_LIMIT = 3;

/** Leaves out rules that are always accepted, or never. */
function isAtLimit({ name }: SchemaCase): boolean {
  return name.includes(':');
}

function rulesIn(schema: JsonSchemaProps): number {
  return JSON.stringify(schema).split('"rule":').length - 1;
}

/** The errors of a definition with a schema. */
async function answerOf(requester: Requester, schema: JsonSchemaProps): Promise<readonly Cause[]> {
  const { status, body } = await requester.send({
    method: 'POST',
    path: DEFINITIONS,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(definitionOf(schema))),
  });
  if (status === 201) return [];
  const text = new TextDecoder().decode(body);
  if (status !== 422) throw new Error(`${status}: ${text.slice(0, 1000)}`);
  const { details } = JSON.parse(text) as { details?: { causes?: readonly Cause[] } };
  return details?.causes ?? [];
}

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

function differencesOf({ name, schema }: SchemaCase, causes: readonly Cause[]): Failure[] {
  const theirs = linesOf(causes.map(({ reason, field, message }) => ({ type: reason, field, message }))).join('\n');
  const ours = linesOf(errorsOf(schema)).join('\n');
  if (ours === theirs) return [];
  return [{ name, message: `${ours || 'is accepted'}\nbut there\n${theirs || 'is accepted'}` }];
}
