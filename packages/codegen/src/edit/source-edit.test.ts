import { describe, expect, test } from 'vitest';
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
    'under another name, with a variable and a type assertion',
    "import { runManager as run } from '@kb/runtime';\nconst options = { controllers } satisfies object;\nawait run((options));\n",
    "import { runManager as run } from '@kb/runtime';\nimport { webhooks } from './webhooks.ts';\nconst options = { controllers, webhooks } satisfies object;\nawait run((options));\n",
  ],
  [
    'of its module, and in each of several calls',
    "import * as kb from '@kb/runtime';\nif (on) kb.runManager({ controllers });\nelse kb.runManager({ controllers: [] });\n",
    "import * as kb from '@kb/runtime';\nimport { webhooks } from './webhooks.ts';\nif (on) kb.runManager({ controllers, webhooks });\nelse kb.runManager({ controllers: [], webhooks });\n",
  ],
  [
    'a form of its own, in which the author has added it',
    "import { webhooks } from './webhooks.ts';\nrunManager(optionsWith(webhooks));\n",
    "import { webhooks } from './webhooks.ts';\nrunManager(optionsWith(webhooks));\n",
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
  variable: 'shopWebhooks',
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
    'in brackets, under another name',
    "import { webhookFor as hook } from '@kb/runtime/webhook';\n\nexport const w = (hook(shops)).defaults(d);\n",
    "import { invalid, type Status } from '@kb/apimachinery';\nimport { webhookFor as hook, type Validator } from '@kb/runtime/webhook';\n\nconst shopValidator: Validator<Shop> = {};\n\nexport const w = (hook(shops)).defaults(d).validates(shopValidator);\n",
  ],
  [
    'which becomes too long for its line, as do the imports',
    "import { invalid, type Status } from '@kb/apimachinery';\nimport { type AdmittedObject, type Defaulter, type WebhookBuilder, type Converter, type Handler, w } from '@kb/runtime/webhook';\n\nexport const harbourWebhooks: WebhookBuilder<Harbour> = webhookFor(shops).defaults(harbourDefaulterOfTheNorth);\n",
    "import { invalid, type Status } from '@kb/apimachinery';\nimport {\n  type AdmittedObject,\n  type Defaulter,\n  type Validator,\n  type WebhookBuilder,\n  type Converter,\n  type Handler,\n  w,\n} from '@kb/runtime/webhook';\n\nconst shopValidator: Validator<Shop> = {};\n\nexport const harbourWebhooks: WebhookBuilder<Harbour> = webhookFor(shops)\n  .defaults(harbourDefaulterOfTheNorth)\n  .validates(shopValidator);\n",
  ],
  [
    'with the imports on lines of their own, and one under another name',
    "import { invalid, type Status } from '@kb/apimachinery';\nimport {\n  type Defaulter, // d\n  type Validator as V,\n  webhookFor,\n} from '@kb/runtime/webhook';\n\nexport const w = webhookFor(shops);\n",
    "import { invalid, type Status } from '@kb/apimachinery';\nimport {\n  type Defaulter, // d\n  type Validator as V,\n  type Validator,\n  webhookFor,\n} from '@kb/runtime/webhook';\n\nconst shopValidator: Validator<Shop> = {};\n\nexport const w = webhookFor(shops).validates(shopValidator);\n",
  ],
  [
    'that begins in a form of its own, in which the author has added it',
    'export const w = builderOf(shops).validates(mine);\n',
    'export const w = builderOf(shops).validates(mine);\n',
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

describe('several chains of one kind', () => {
  const other = 'export const otherWebhooks = webhookFor(shops).defaults(a);\n';
  const own = 'export const shopWebhooks = (webhookFor(shops).defaults(b)) satisfies Builder;\n';

  test.each([other + own, own + other])('adds to the one of the variable: %j', async (text) => {
    const edit = await addToChain(text, validates);
    if (!('text' in edit)) throw new Error(edit.problem);
    expect(edit.text).toContain('shopWebhooks = (webhookFor(shops).defaults(b).validates(shopValidator)) satisfies');
    expect(edit.text).toContain(other);
    expect(await addToChain(edit.text, validates)).toEqual(edit);
  });

  test('adds nothing if one of them has the call', async () => {
    const text = `${own}export const otherWebhooks = webhookFor(shops).validates(mine);\n`;
    expect(await addToChain(text, validates)).toEqual({ text });
  });

  test.each([
    [
      `${other}export const more = webhookFor(shops);\n`,
      'it calls webhookFor(shops) several times, and none of them is shopWebhooks',
      1,
    ],
    [
      'export const one = 1;\nexport const shopWebhooks = [webhookFor(shops), webhookFor(shops)];\n',
      'it calls webhookFor(shops) several times for shopWebhooks',
      2,
    ],
    [
      `export const shopWebhooks = all();\nfunction all() {\n  return [webhookFor(shops), webhookFor(shops)];\n}\n`,
      'it calls webhookFor(shops) several times, and none of them is shopWebhooks',
      3,
    ],
  ])('says that it cannot choose: %j', async (text, problem, line) => {
    expect(await addToChain(text, validates)).toEqual({ problem, line });
  });
});

test.each([
  ['const shopValidator = 1;\n', 'shopValidator'],
  ["import { invalid } from './mine.ts';\n", 'invalid'],
  ["import { other as invalid } from '@kb/apimachinery';\n", 'invalid'],
  ["import * as invalid from './mine.ts';\n", 'invalid'],
  ['interface Validator {}\n', 'Validator'],
  ['const [{ a: Status }] = all;\n', 'Status'],
])('does not bind a name twice: %j', async (text, name) => {
  expect(await addToChain(`${text}webhookFor(shops);\n`, validates)).toEqual({
    problem: `the name ${name} is used for something else`,
    line: 2,
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
