import { expect, test } from 'vitest';
import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { AuditRule } from './audit-policy.ts';
import { auditDecider } from './match-policy.ts';

const user = { name: 'jane', groups: ['admins', 'system:authenticated'] };
const resource = (more: object = {}): RequestAttributes => ({
  isResource: true,
  verb: 'get',
  path: '/api/v1/namespaces/a/pods/p',
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: 'p',
  ...more,
});
const path = (text: string): RequestAttributes => ({ isResource: false, verb: 'get', path: text });
const log = resource({ subresource: 'log' });

type Case = readonly [why: string, rule: Omit<AuditRule, 'level'>, attributes: RequestAttributes, matches: boolean];

test.each<Case>([
  ['a rule without conditions', {}, resource(), true],
  ['a rule without conditions', {}, path('/version'), true],
  ['empty lists', { users: [], verbs: [], resources: [], namespaces: [], nonResourceURLs: [] }, resource(), true],
  ['the user', { users: ['jane'] }, resource(), true],
  ['another user', { users: ['joe'] }, resource(), false],
  ['a group', { userGroups: ['none', 'admins'] }, resource(), true],
  ['no group', { userGroups: ['none'] }, resource(), false],
  ['the verb', { verbs: ['list', 'get'] }, path('/version'), true],
  ['another verb', { verbs: ['list'] }, resource(), false],
  ['the namespace', { namespaces: ['a'] }, resource(), true],
  ['the empty namespace', { namespaces: [''] }, resource({ namespace: '' }), true],
  ['a namespace and no resource', { namespaces: [''] }, path('/version'), false],
  ['all resources of a group', { resources: [{ group: '' }] }, log, true],
  ['all resources of another group', { resources: [{ group: 'apps' }] }, resource(), false],
  ['all groups', { resources: [{ group: '*' }] }, resource({ group: 'apps' }), true],
  ['a resource', { resources: [{ resources: ['pods'] }] }, resource(), true],
  ['a resource, not its subresource', { resources: [{ resources: ['pods'] }] }, log, false],
  ['a subresource', { resources: [{ resources: ['pods/log'] }] }, log, true],
  ['everything', { resources: [{ resources: ['*'] }] }, log, true],
  ['all subresources', { resources: [{ resources: ['pods/*'] }] }, log, true],
  ['all subresources, and the resource', { resources: [{ resources: ['pods/*'] }] }, resource(), true],
  ['a subresource of all resources', { resources: [{ resources: ['*/log'] }] }, log, true],
  ['a subresource of all resources, not these', { resources: [{ resources: ['*/log'] }] }, resource(), false],
  ['a name', { resources: [{ resources: ['pods'], resourceNames: ['p'] }] }, resource(), true],
  ['another name', { resources: [{ resources: ['pods'], resourceNames: ['q'] }] }, resource(), false],
  ['a path', { nonResourceURLs: ['/version'] }, path('/version'), true],
  ['the beginning of a path', { nonResourceURLs: ['/healthz*'] }, path('/healthz/ping'), true],
  ['every path', { nonResourceURLs: ['*'] }, path('/healthz/ping'), true],
  ['a longer path', { nonResourceURLs: ['/version'] }, path('/version/'), false],
  ['paths, not resources', { nonResourceURLs: ['*'] }, resource(), false],
  ['namespaces before paths', { namespaces: ['a'], nonResourceURLs: ['*'] }, path('/version'), false],
])('%s: %j', (_, rule, attributes, matches) => {
  const decide = auditDecider({ rules: [{ ...rule, level: 'Request' }] });
  expect(decide(user, attributes).level).toBe(matches ? 'Request' : 'None');
});

test('the first rule that matches decides', () => {
  const decide = auditDecider({
    omitStages: ['Panic'],
    omitManagedFields: true,
    rules: [
      { level: 'None', users: ['joe'] },
      { level: 'Metadata', omitStages: ['RequestReceived'], omitManagedFields: false },
      { level: 'RequestResponse' },
    ],
  });
  const decision = decide(user, resource());
  expect(decision).toEqual({
    level: 'Metadata',
    omittedStages: new Set(['Panic', 'RequestReceived']),
    omitManagedFields: false,
  });
});

test('rules of users do not match a request whose user is unknown', () => {
  const decide = auditDecider({
    rules: [
      { level: 'Request', users: [''] },
      { level: 'Metadata', userGroups: [''] },
    ],
  });
  expect(decide(undefined, resource()).level).toBe('None');
});
