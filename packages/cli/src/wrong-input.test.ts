// Wrong input of every writing command: the error has a code, says the way out, and no file is changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

let empty: TestFolder;
let project: TestFolder;
beforeAll(async () => {
  empty = testFolder();
  project = testFolder();
  const setUp = [
    ['init', '--domain', 'example.com'],
    ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1'],
    ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v2'],
    ['create', 'api', '--group', 'ship', '--kind', 'Boat', '--no-namespaced', '--version', 'v1'],
    ['create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting', '--conversion'],
  ];
  for (const words of setUp) {
    const { code, err } = await project.kb(...words);
    if (code !== 0) throw new Error(err);
  }
});
afterAll(() => {
  empty[Symbol.dispose]();
  project[Symbol.dispose]();
});

type Case = readonly [words: string, code: 1 | 2, said: string, wayOut: string];

const inEmptyFolder: readonly Case[] = [
  ['init --domain Example.com', 1, 'KB_INVALID_DOMAIN', '--domain'],
  ['init --domain example..com', 1, 'KB_INVALID_DOMAIN', 'joined by dots'],
  ['init --domain -example.com', 2, 'KB_WRONG_FLAGS', '--domain=-example.com'],
  ['init --domain=-example.com', 1, 'KB_INVALID_DOMAIN', 'such as example.com'],
  ['init --domain http://example.com', 1, 'KB_INVALID_DOMAIN', 'such as example.com'],
  ['init --domain example.com/api', 1, 'KB_INVALID_DOMAIN', 'such as example.com'],
  ['init --domain exämple.com', 1, 'KB_INVALID_DOMAIN', 'lower-case words'],
  ['init --domain', 2, 'KB_WRONG_FLAGS', 'kb init --help'],
  ['init --project-name Shop', 1, 'KB_INVALID_PROJECT_NAME', '--project-name'],
  ['init --project-name shop_1', 1, 'KB_INVALID_PROJECT_NAME', 'lower-case letters'],
  ['init --project-name shop.', 1, 'KB_INVALID_PROJECT_NAME', 'ending with a letter or digit'],
  [`init --project-name ${'a'.repeat(51)}`, 1, 'KB_INVALID_PROJECT_NAME', 'at most 50'],
  ['init --project-name ../shop', 1, 'KB_INVALID_PROJECT_NAME', '--project-name'],
  ['init --repo https://example.com/api', 1, 'KB_INVALID_REPO', 'without a scheme'],
  ['init --repo git@example.com:api', 1, 'KB_INVALID_REPO', 'such as example.com/api'],
  ['init --repo /api', 1, 'KB_INVALID_REPO', 'host and path'],
  ['init --domian example.com', 2, 'KB_WRONG_FLAGS', 'Did you mean --domain?'],
  ['init -x', 2, 'KB_WRONG_FLAGS', 'kb init --help'],
  ['init shop', 2, 'takes no "shop"', 'kb init --help'],
  ['innit', 2, 'KB_UNKNOWN_COMMAND', 'Did you mean "kb init"?'],
  ['create', 2, 'there is no command "create"', 'Run "kb create api --help" or "kb create webhook --help".'],
  ['create apis --kind A', 2, 'KB_UNKNOWN_COMMAND', 'Did you mean "kb create api"?'],
  ['create api --kind Captain', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['create webhook --kind Captain --defaulting', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['delete api --kind Captain', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['delete webhook --kind Captain', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['edit --with webhook', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['update', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
  ['generate', 1, 'KB_PROJECT_NOT_FOUND', 'init --domain'],
];

const inProject: readonly Case[] = [
  ['init', 1, 'KB_ALREADY_INITIALIZED', 'create api'],
  ['init --domain example.org', 1, '--domain example.org: the project has example.com', 'create api'],
  ['init --domain example.com --repo example.com/b', 1, 'the project has example.com/shop', 'change repo in PROJECT'],
  ['init --domain example.com --project-name b', 1, '--project-name b: the project has shop', 'an empty folder'],
  ['create api', 2, 'missing --kind', 'kb create api --help'],
  ['create api --kind', 2, 'KB_WRONG_FLAGS', 'kb create api --help'],
  ['create api --kind --group crew', 2, '--kind needs a value', 'kb create api --help'],
  ['create api --group crew --kind captain', 1, 'KB_INVALID_KIND', 'PascalCase'],
  ['create api --group crew --kind My-Kind', 1, 'KB_INVALID_KIND', 'PascalCase'],
  ['create api --group crew --kind Con', 1, 'KB_INVALID_KIND', 'devices on Windows'],
  ['create api --group aux --kind Sailor', 1, 'KB_INVALID_GROUP', 'devices on Windows'],
  ['create api --group lpt1.ship --kind Sailor', 1, 'KB_INVALID_GROUP', 'devices on Windows'],
  [
    'create api --kind Captain --version v1 --resource=false --controller-name nul',
    1,
    'KB_INVALID_CONTROLLER_NAME',
    'devices on Windows',
  ],
  ['create api --group crew --kind My_Kind', 1, 'KB_INVALID_KIND', 'PascalCase'],
  ['create api --group crew --kind 1Kind', 1, 'KB_INVALID_KIND', 'PascalCase'],
  ['create api --group crew --kind ../Kind', 1, 'KB_INVALID_KIND', 'such as AppService'],
  [`create api --group crew --kind A${'a'.repeat(63)}`, 1, 'KB_INVALID_KIND', 'at most 63'],
  ['create api --kind Extra', 1, 'KB_GROUP_AMBIGUOUS', '--group'],
  ['create api --group Crew --kind Extra', 1, 'KB_INVALID_GROUP', '--group'],
  ['create api --group crew_1 --kind Extra', 1, 'KB_INVALID_GROUP', '--group'],
  ['create api --group ../crew --kind Extra', 1, 'KB_INVALID_GROUP', 'such as batch'],
  ['create api --group crew. --kind Extra', 1, 'KB_INVALID_GROUP', 'such as batch'],
  [`create api --group ${'a'.repeat(64).repeat(4)} --kind Extra`, 1, 'KB_INVALID_GROUP', '--group'],
  ['create api --group crew --kind Extra --version 1', 1, 'KB_INVALID_VERSION', '--version'],
  ['create api --group crew --kind Extra --version V1', 1, 'KB_INVALID_VERSION', 'v1beta1'],
  ['create api --group crew --kind Extra --version v0', 1, 'KB_INVALID_VERSION', 'v1beta1'],
  ['create api --group crew --kind Extra --version v1rc1', 1, 'KB_INVALID_VERSION', 'v1beta1'],
  ['create api --group crew --kind Extra --version v1/../x', 1, 'KB_INVALID_VERSION', '--version'],
  ['create api --group crew --kind Extra --plural Extras', 1, 'KB_INVALID_PLURAL', '--plural'],
  ['create api --group crew --kind Extra --plural 1extras', 1, 'KB_INVALID_PLURAL', 'beginning with a letter'],
  ['create api --group crew --kind Extra --plural extra/s', 1, 'KB_INVALID_PLURAL', '--plural'],
  ['create api --group crew --kind Captain --version v1 --no-namespaced', 1, 'KB_API_EXISTS', 'changes nothing'],
  ['create api --group crew --kind Captain --version v1 --plural chiefs', 1, 'KB_API_EXISTS', 'its plural is captains'],
  ['create api --group crew --kind Captain --version v1 --controller=false', 1, 'KB_API_EXISTS', 'it has a controller'],
  ['create api --group crew --kind Captain --version v3 --no-namespaced', 1, 'KB_FLAGS_DIFFER', 'leave the flag out'],
  ['create api --group crew --kind Captain --version v3 --plural chiefs', 1, 'KB_FLAGS_DIFFER', 'one plural'],
  ['create api --group crew --kind Captain --version v3 --controller', 1, 'KB_FLAGS_DIFFER', 'one controller'],
  ['create api --group crew --kind Captains', 1, 'KB_NAME_CLASH', 'Choose another kind: --plural does not change'],
  ['create api --group crew --kind CAPTAIN --version v3', 1, 'KB_NAME_CLASH', 'write --kind Captain'],
  ['create api --group crew --kind Chief --plural captains', 1, 'KB_NAME_CLASH', 'another plural with --plural'],
  ['create api --group ship --kind Boat --version v1 --namespaced', 1, 'KB_API_EXISTS', 'it is cluster-scoped'],
  ['create api --group crew --kind Extra --overwrite', 2, 'KB_WRONG_FLAGS', 'kb create api --help'],
  ['create api --group crew --kind Extra --resource=false', 1, 'KB_API_NOT_FOUND', '--external-api SOURCE'],
  ['create api --resource=false', 2, 'missing --kind', 'kb create api --help'],
  ['create api --kind Boat --resource=false --controller=false', 2, 'nothing to write', 'kb create api --help'],
  [
    'create api --kind Boat --resource=false --controller-name B',
    1,
    'KB_INVALID_CONTROLLER_NAME',
    'such as captain-backup',
  ],
  ['create api --group crew --knd Extra', 2, 'has no flag --knd', 'Did you mean --kind?'],
  ['create api Extra', 2, 'takes no "Extra"', 'kb create api --help'],
  [
    'create api --external-api missing.yaml --kind Extra',
    1,
    'missing.yaml error KB_IMPORT_SOURCE',
    'give a file, a folder',
  ],
  ['create api --kind Captain --version v1 --make=maybe', 2, 'KB_WRONG_FLAGS', 'kb create api --help'],
  ['create webhook', 2, 'missing --kind', 'kb create webhook --help'],
  ['create webhook --kind Captain', 2, 'at least one of --defaulting', 'kb create webhook --help'],
  ['create webhook --kind Captain --defaulting', 2, 'several Captain', '--version and --group'],
  ['create webhook --kind Sailor --defaulting', 1, 'KB_API_NOT_FOUND', 'kb create api --kind Sailor'],
  ['create webhook --kind Captain --version v9 --defaulting', 1, 'KB_API_NOT_FOUND', 'crew.example.com/v1 Captain'],
  ['create webhook --kind Pod --defaulting', 1, 'KB_API_NOT_FOUND', '--group core --version v1'],
  ['create webhook --kind Boat --conversion', 1, 'KB_API_NOT_FOUND', 'kb create api --kind Boat --version v2'],
  ['create webhook --kind Captain --version v2 --conversion', 1, 'KB_FLAGS_DIFFER', 'Give --version v1'],
  ['create webhook --kind Captain --version v1 --conversion --spoke v7', 1, 'KB_API_NOT_FOUND', '--version v7'],
  ['create webhook --kind Captain --version v1 --conversion --spoke v2,v2', 2, 'duplicate spoke', 'once in --spoke'],
  ['create webhook --kind Captain --version v1 --defaulting --spoke v2', 2, '--spoke can only', 'Add --conversion.'],
  [
    'create webhook --kind Boat --defaulting --validation-path /x',
    2,
    '--validation-path can only',
    'Add --programmatic-validation.',
  ],
  [
    'create webhook --kind Boat --defaulting --defaulting-path x',
    2,
    'not a path of a webhook',
    'such as /custom-validate',
  ],
  [
    'create webhook --kind Captain --version v1 --defaulting --defaulting-path /x',
    1,
    'KB_FLAGS_DIFFER',
    'Leave --defaulting-path out',
  ],
  [
    'create webhook --group core --version v1 --kind Pod --conversion',
    2,
    '--conversion is for kinds of your own',
    'Who owns the CRD',
  ],
  ['delete api', 2, 'missing --kind', 'kb delete api --help'],
  ['delete api --kind Captain', 2, 'several Captain', '--version and --group'],
  ['delete api --kind Captain --version v1', 1, 'KB_API_IN_USE', 'kb delete webhook --kind Captain --version v1'],
  ['delete api --kind Captain --version v2', 1, 'KB_API_IN_USE', 'kb delete webhook --kind Captain --version v1'],
  ['delete webhook', 2, 'missing --kind', 'kb delete webhook --help'],
  ['edit', 2, 'KB_WRONG_FLAGS', 'Give --with, --without, --namespaced'],
  ['edit --with webhooks', 2, 'there is no part "webhooks"', 'Choose from webhook'],
  ['edit --with webhook,', 2, 'there is no part ""', 'Choose from webhook'],
  ['edit --without webhook', 2, 'cert-manager needs it', '--without webhook,cert-manager'],
  ['edit --with webhook --without webhook', 2, 'another flag asks for it', 'Ask for one of both.'],
  ['update --push', 2, '--push', 'commit, branch and push with git'],
  ['update --to-version 9.0.0', 2, '--to-version', 'npm install --save-dev @kb/cli@VERSION'],
  ['edit --license gpl3', 2, 'kb has no header of "gpl3"', 'Expected apache2, copyright, none'],
  ['edit --plugins helm/v9', 2, 'kb has no plugin "helm/v9"', 'kb has grafana/v1-alpha'],
  ['update --from-version latest', 2, 'not a version of kb', '--from-version 0.1.0'],
  ['update --from-version 0.0.1', 1, 'KB_SCAFFOLD_UNKNOWN', '--from-version'],
  ['update --from-version 99.0.0', 1, 'KB_SCAFFOLD_UNKNOWN', '@kb/cli@latest'],
  ['generate --chekc', 2, 'has no flag --chekc', 'Did you mean --check?'],
];

async function expectRefusal(folder: TestFolder, [words, code, said, wayOut]: Case): Promise<void> {
  const [before, times] = [folder.snapshot(), folder.times()];
  const run = await folder.kb(...words.split(' '));
  expect(run.err).toContain(said);
  expect(run.err).toContain(wayOut);
  expect(run.err).toMatch(/error KB_\w+/);
  expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect([run.code, run.out]).toEqual([code, '']);
  expect([folder.snapshot(), folder.times()]).toEqual([before, times]);
}

test.each(inEmptyFolder)('in an empty folder: %s', async (...one) => expectRefusal(empty, one));

test.each(inProject)('in a project: %s', async (...one) => expectRefusal(project, one));

test('there are at least 80 cases', () => {
  expect(inEmptyFolder.length + inProject.length).toBeGreaterThanOrEqual(80);
});
