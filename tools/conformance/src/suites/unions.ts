import { isInvalid, isStatusError } from '@kb/apimachinery';
import { createRestMapper, systemClock } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import { installManifests } from '@kb/cli/dev';
import { eventually } from '../client/client-case.ts';
import { runCases, type Suite } from '../suite.ts';
import { generateCrds, UNION_GROUP } from '../unions/generate-crds.ts';
import { unionApis } from '../unions/union-apis.ts';
import { unionCasesOf } from '../unions/union-cases.ts';

/** Tests the schemas of unions: every shape is accepted, everything in between is refused. */
export const unionsSuite: Suite = {
  name: 'unions',
  async run({ client }) {
    await installManifests(client, await generateCrds(unionApis));
    const mapper = createRestMapper(client);
    const { metadata } = await client.create(namespaces, { metadata: { generateName: 'unions-' } });
    return runCases(
      unionApis.flatMap(unionCasesOf),
      ({ name }) => name,
      async ({ kind, spec, accepted }) => {
        const resource = await eventually(systemClock, () =>
          mapper.resourceFor({ group: UNION_GROUP, version: 'v1', kind }),
        );
        const object = { metadata: { generateName: 'union-', namespace: metadata.name }, spec };
        const answer = await client.create(resource, object).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (accepted && answer !== undefined) throw answer;
        if (!accepted && answer === undefined) throw new Error(`accepted: ${JSON.stringify(spec)}`);
        if (!accepted && !(isInvalid(answer) && isStatusError(answer) && answer.status.code === 422)) throw answer;
      },
    );
  },
};
