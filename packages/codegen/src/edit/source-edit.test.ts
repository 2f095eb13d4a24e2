import { expect, test } from 'vitest';
import { addMarker, addToCall, addToChain } from './source-edit.ts';

const webhooks = {
  callee: 'runManager',
  property: 'webhooks',
  importName: 'webhooks',
  importFrom: './webhooks.ts',
} as const;

test.each([
  [
    'on one line',
    "import { controllers } from './controllers.ts';\nawait runManager({ controllers, leaderElectionId: 'shop' }); // mine\n",
    "import { controllers } from './controllers.ts';\nimport { webhooks } from './webhooks.ts';\nawait runManager({ controllers, webhooks, leaderElectionId: 'shop' }); // mine\n",
  ],
  [
    'on several lines, with Windows line ends',
    "import { controllers } from './controllers.ts';\r\nrunManager({\r\n  controllers, // all\r\n});\r\n",
    "import { controllers } from './controllers.ts';\r\nimport { webhooks } from './webhooks.ts';\r\nrunManager({\r\n  controllers,\r\n  webhooks, // all\r\n});\r\n",
  ],
  [
    'a repeated edit changes nothing',
    "import { webhooks } from './webhooks.ts';\nrunManager({ webhooks: [...webhooks, mine] });\n",
    "import { webhooks } from './webhooks.ts';\nrunManager({ webhooks: [...webhooks, mine] });\n",
  ],
])('adds a property to the object of a call: %s', async (_what, before, after) => {
  expect(await addToCall(before, webhooks)).toEqual({ text: after });
});

test.each([
  ['runManager(options);\n', 'runManager is not called with an object in braces', 1],
  ['start();\n', 'it does not call runManager', undefined],
  ['\nrunManager({ webhooks: [mine] });\n', 'runManager has webhooks already', 2],
  ['const webhooks = 1;\nrunManager({ controllers });\n', 'the name webhooks is used for something else', 2],
  ['runManager({ controllers', 'it is not valid TypeScript', undefined],
])('does not edit %j', async (text, problem, line) => {
  expect(await addToCall(text, webhooks)).toEqual({ problem, line });
});

const validates = {
  callee: 'webhookFor',
  argument: 'shops',
  method: 'validates',
  arguments: 'shopValidator',
  before: 'const shopValidator: Validator<Shop> = {};\n\n',
  imports: [
    { importName: 'Validator', importFrom: '@kb/runtime/webhook', isType: true },
    { importName: 'Status', importFrom: '@kb/apimachinery', isType: true },
    { importName: 'invalid', importFrom: '@kb/apimachinery' },
  ],
} as const;

test.each([
  [
    'on one line',
    "import { webhookFor } from '@kb/runtime/webhook';\n\n/** Mine. */\nexport const w = webhookFor(shops).defaults((shop) => shop);\n",
    "import { invalid, type Status } from '@kb/apimachinery';\nimport { type Validator, webhookFor } from '@kb/runtime/webhook';\n\nconst shopValidator: Validator<Shop> = {};\n\n/** Mine. */\nexport const w = webhookFor(shops).defaults((shop) => shop).validates(shopValidator);\n",
  ],
  [
    'in lines',
    "import { webhookFor } from '@kb/runtime/webhook';\n\nexport const all = [\n  webhookFor(shops)\n    // Mine.\n    .defaults(d),\n];\n",
    "import { invalid, type Status } from '@kb/apimachinery';\nimport { type Validator, webhookFor } from '@kb/runtime/webhook';\n\nconst shopValidator: Validator<Shop> = {};\n\nexport const all = [\n  webhookFor(shops)\n    // Mine.\n    .defaults(d)\n    .validates(shopValidator),\n];\n",
  ],
  [
    'which is there already',
    'export const w = webhookFor(shops).validates(mine);\n',
    'export const w = webhookFor(shops).validates(mine);\n',
  ],
])('adds a call to a chain: %s', async (_what, before, after) => {
  expect(await addToChain(before, validates)).toEqual({ text: after });
});

test('says which chain is missing', async () => {
  expect(await addToChain('webhookFor(others).defaults(d);\n', validates)).toEqual({
    problem: 'it does not call webhookFor(shops)',
    line: undefined,
  });
});

test('adds a marker above a type once', async () => {
  const wanted = { type: 'Shop', marker: '// +kubebuilder:storageversion', knownBy: '+kubebuilder:storageversion' };
  const before = '/** A shop. */\n// +kubebuilder:object:root=true\nexport interface Shop {}\n';
  const after =
    '/** A shop. */\n// +kubebuilder:object:root=true\n// +kubebuilder:storageversion\nexport interface Shop {}\n';
  expect(await addMarker(before, wanted)).toEqual({ text: after });
  expect(await addMarker(after, wanted)).toEqual({ text: after });
  expect(await addMarker('export interface Other {}\n', wanted)).toEqual({
    problem: 'it declares no Shop',
    line: undefined,
  });
});
