import { SCOPE } from '../../package-names.ts';
import type { KindNames } from '../kind-names.ts';
import { text } from '../scaffold-file.ts';
import { fitLines } from './fit-lines.ts';
import { localNames } from './local-names.ts';

/** The names in the story that the kind's handle must not have. */
const STORY_NAMES = 'assert client defineStory eventually gone isNotFound metadata status story type undefined';

/** The story that `npm start -- --once` plays: an object is created, changed and deleted. */
export function storyFile(scope: string, names: KindNames, namespace: string | undefined): string {
  const { kind, folder, lower } = names;
  const { handle, handleImport } = localNames(names, STORY_NAMES);
  const key = keyLiteral(names, namespace);
  const got = `const { status, metadata } = await client.get(${handle}, ${key});`;
  const gone = `const gone = await client.get(${handle}, ${key}).then(() => false, isNotFound);`;
  return fitLines(
    text(`
    import assert from 'node:assert/strict';
    import { isNotFound } from '${SCOPE}/apimachinery';
    import { defineStory } from '${SCOPE}/testing';
    import { ${handleImport} } from '${scope}/client/${folder}';

    // What "npm start -- --once" plays and checks, step by step. Add a step for what your users will see.
    export const story = defineStory([
      {
        name: 'create: ${article(kind)} ${kind} becomes ready',
        async run({ client, eventually }) {
          await client.create(${handle}, {
            metadata: { name: '${lower}-sample'${namespace === undefined ? '' : `, namespace: '${namespace}'`} },
            spec: { foo: 'bar' },
          });
          await eventually(async () => {
            ${got}
            assert.equal(status?.conditions?.find(({ type }) => type === 'Ready')?.status, 'True');
            assert.equal(status?.observedGeneration, metadata.generation);
          });
        },
      },
      {
        name: 'change: the controller sees the new generation',
        async run({ client, eventually }) {
          await client.patch(${handle}, ${key}, {
            type: 'merge',
            value: { spec: { foo: 'changed' } },
          });
          await eventually(async () => {
            ${got}
            assert.equal(metadata.generation, 2);
            assert.equal(status?.observedGeneration, 2);
          });
        },
      },
      {
        name: 'delete: it is gone',
        async run({ client, eventually }) {
          await client.delete(${handle}, ${key});
          await eventually(async () => {
            ${gone}
            assert.ok(gone);
          });
        },
      },
    ]);
  `),
    [
      [gone, 'const gone = await client', `  .get(${handle}, ${key})`, '  .then(() => false, isNotFound);'],
      [got, 'const { status, metadata } = await client.get(', `  ${handle},`, `  ${key},`, ');'],
    ],
  );
}

function keyLiteral({ lower }: KindNames, namespace: string | undefined): string {
  return `'${namespace === undefined ? '' : `${namespace}/`}${lower}-sample'`;
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? 'an' : 'a';
}
