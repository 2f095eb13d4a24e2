import { expect, test } from 'vitest';
import { publicationOf, publishing, refusals } from './publishing.ts';

const workflow = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example.com' };
const ready = { isScopeClaimed: true, repository: 'git+https://github.com/someone/kb.git' };

test('publishes nothing until the scope is claimed', () => {
  expect(refusals(publishing, workflow)).toContainEqual(
    expect.stringContaining('nobody has claimed the npm scope @kb'),
  );
});

test.each([
  ['everything is there', ready, workflow, []],
  ['GitLab gives the identity', ready, { GITLAB_CI: 'true', SIGSTORE_ID_TOKEN: 'x' }, []],
  ['there is no repository to name', { ...ready, repository: undefined }, workflow, [/public repository/]],
  ['it is no workflow', ready, {}, [/in a workflow/]],
  ['the workflow may not ask for an identity', ready, { GITHUB_ACTIONS: 'true' }, [/id-token: write/]],
])('where %s', (_what, state, env, reasons) => {
  expect(refusals(state, env)).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
});

test('a released package asks npm for a provenance statement, which names its repository and folder', () => {
  expect(publicationOf(ready, 'packages/client')).toEqual({
    publishConfig: { access: 'public', provenance: true },
    repository: { type: 'git', url: ready.repository, directory: 'packages/client' },
  });
});
