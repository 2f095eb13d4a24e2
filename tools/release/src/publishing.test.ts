import { expect, test } from 'vitest';
import { publicationOf, publishing, refusals } from './publishing.ts';

const workflow = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example.com' };
const ready = { isScopeClaimed: true, repository: 'git+https://github.com/someone/kb.git' };

test('publishes nothing until the scope is claimed', () => {
  expect(refusals(publishing, workflow, [])).toContainEqual(
    expect.stringContaining('the npm scope @kb is not claimed'),
  );
});

test.each([
  ['all conditions are met', ready, workflow, []],
  ['GitLab provides the identity', ready, { GITLAB_CI: 'true', SIGSTORE_ID_TOKEN: 'x' }, []],
  ['there is no public repository', { ...ready, repository: undefined }, workflow, [/public repository/]],
  ['it does not run in a workflow', ready, {}, [/in a workflow/]],
  ['the workflow may not request an identity', ready, { GITHUB_ACTIONS: 'true' }, [/id-token: write/]],
])('refusals when %s', (_what, state, env, reasons) => {
  expect(refusals(state, env, ['@kb/client'])).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
});

test('publishes no package outside of the scope', () => {
  expect(refusals(ready, workflow, ['@kb/client', 'kb'])).toEqual(['kb is not in the npm scope @kb']);
});

test('a released package requests a provenance statement with its repository and folder', () => {
  expect(publicationOf(ready, 'packages/client')).toEqual({
    publishConfig: { access: 'public', provenance: true },
    repository: { type: 'git', url: ready.repository, directory: 'packages/client' },
  });
});
