import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkDomain,
  checkGroup,
  checkKind,
  checkPlural,
  checkProjectName,
  checkRepo,
  checkVersion,
  projectNameFrom,
} from './names.ts';

test.each([
  ['domain', () => checkDomain('example.com')],
  ['project name', () => checkProjectName('shop-operator')],
  ['repo', () => checkRepo('example.com/team/api')],
  ['group', () => checkGroup('batch', 'example.com')],
  ['bare domain', () => checkGroup('', 'example.com')],
  ['version', () => ['v1', 'v2beta1', 'v10alpha12'].forEach(checkVersion)],
  ['kind', () => ['AppService', 'A', 'Ipv4Pool'].forEach(checkKind)],
  ['plural', () => checkPlural('appservices')],
])('accepts a good %s', (_name, check) => {
  expect(check).not.toThrow();
});

test.each([
  ['KB_INVALID_DOMAIN', () => checkDomain('Example.com')],
  ['KB_INVALID_DOMAIN', () => checkDomain('example..com')],
  ['KB_INVALID_DOMAIN', () => checkDomain(`${'a'.repeat(250)}.com`)],
  ['KB_INVALID_PROJECT_NAME', () => checkProjectName('-shop')],
  ['KB_INVALID_PROJECT_NAME', () => checkProjectName('a'.repeat(51))],
  ['KB_INVALID_REPO', () => checkRepo('https://example.com/api')],
  ['KB_INVALID_GROUP', () => checkGroup('Batch', 'example.com')],
  ['KB_INVALID_GROUP', () => checkGroup('../etc', 'example.com')],
  ['KB_INVALID_GROUP', () => checkGroup('', '')],
  ['KB_INVALID_VERSION', () => checkVersion('1')],
  ['KB_INVALID_VERSION', () => checkVersion('v0')],
  ['KB_INVALID_VERSION', () => checkVersion('v1gamma1')],
  ['KB_INVALID_KIND', () => checkKind('appService')],
  ['KB_INVALID_KIND', () => checkKind('My-Kind')],
  ['KB_INVALID_KIND', () => checkKind('../Kind')],
  ['KB_INVALID_PLURAL', () => checkPlural('AppServices')],
])('%s: %s', (code, check) => {
  expect(check).toThrow(expect.objectContaining({ code, hint: expect.stringContaining('--') }));
});

test.each([
  ['Shop Operator', 'shop-operator'],
  ['__', 'operator'],
  ['kb.example', 'kb-example'],
])('the folder %j gives the project name %j', (folder, want) => {
  expect(projectNameFrom(folder)).toBe(want);
});

test('every folder gives a valid project name', () => {
  fc.assert(fc.property(fc.string(), (folder) => checkProjectName(projectNameFrom(folder))));
});
