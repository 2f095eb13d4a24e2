import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, post, sequence } from '../../steps.ts';
import { cased, configMapFor, inOwnNamespace, inUse, ruleOf } from './policies.ts';

const kind = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
const limit = (name: string, a: string, labels: object = {}): RequestStep =>
  post(configMaps, configMap(name, { limit: a }, { labels }), { quiet: true });
const showing = {
  ...kind,
  validations: [
    {
      expression: 'params != null && object.data.a == params.data.limit',
      messageExpression:
        'params == null ? "no params" : params.kind + " " + params.apiVersion + " " + params.metadata.name + " " + params.data.limit',
    },
  ],
};
const deny = { parameterNotFoundAction: 'Deny' };
const allow = { parameterNotFoundAction: 'Allow' };
const inNs = { namespace: '${NS}' };

/** The parameters of policies. */
export const parameters: Area = {
  name: 'parameters of validating policies',
  sequences: [
    sequence(
      'parameters by name',
      limit('limits', '7'),
      ...inUse('Validating', [
        cased('found', showing, { paramRef: { name: 'limits', ...inNs, ...deny } }),
        cased('own-namespace', showing, { paramRef: { name: 'limits', ...deny } }),
        cased('denied', showing, { paramRef: { name: 'nothing', ...deny } }),
        cased('allowed', showing, { paramRef: { name: 'nothing', ...allow } }),
        cased('other-namespace', showing, { paramRef: { name: 'limits', namespace: 'default', ...deny } }),
        cased('unnamed', showing),
        cased('denied-ignored', { ...showing, failurePolicy: 'Ignore' }, { paramRef: { name: 'nothing', ...deny } }),
        cased('no-kind', { validations: [{ expression: 'false' }] }, { paramRef: { name: 'limits', ...deny } }),
      ]),
      ...['found', 'own-namespace', 'denied', 'allowed', 'other-namespace', 'unnamed', 'denied-ignored', 'no-kind'].map(
        (name) => configMapFor(name),
      ),
      configMapFor('found', { a: '7' }),
    ),
    sequence(
      'parameters by selector',
      limit('one', '1', { set: 'one' }),
      limit('two', '1', { set: 'two', also: 'x' }),
      limit('three', '1', { set: 'two' }),
      limit('odd', '9', { set: 'odd' }),
      ...inUse('Validating', [
        cased('one', showing, { paramRef: { selector: { matchLabels: { set: 'one' } }, ...deny } }),
        cased('all-good', showing, {
          paramRef: {
            selector: { matchExpressions: [{ key: 'set', operator: 'In', values: ['one', 'two'] }] },
            ...deny,
          },
        }),
        cased('odd', showing, { paramRef: { selector: { matchLabels: { set: 'odd' } }, ...inNs, ...deny } }),
        cased('none', showing, { paramRef: { selector: { matchLabels: { set: 'none' } }, ...deny } }),
        cased('none-allowed', showing, { paramRef: { selector: { matchLabels: { set: 'none' } }, ...allow } }),
      ]),
      ...['one', 'all-good', 'odd', 'none', 'none-allowed'].map((name) => configMapFor(name)),
    ),
    sequence(
      'parameters of kinds that are not there, and of cluster scope',
      ...inUse('Validating', [
        cased(
          'unknown',
          { ...showing, paramKind: { apiVersion: 'rules.example.com/v1', kind: 'Limit' } },
          { paramRef: { name: 'x', ...deny } },
        ),
        cased(
          'unknown-core',
          { ...showing, paramKind: { apiVersion: 'v1', kind: 'Limit' } },
          { paramRef: { name: 'x', ...deny } },
        ),
        cased(
          'unknown-ignored',
          { ...showing, failurePolicy: 'Ignore', paramKind: { apiVersion: 'v1', kind: 'Limit' } },
          { paramRef: { name: 'x', ...deny } },
        ),
        cased(
          'cluster',
          {
            paramKind: { apiVersion: 'v1', kind: 'Namespace' },
            validations: [
              {
                expression: 'params.metadata.name != "default"',
                messageExpression: 'params.kind + " " + params.status.phase',
              },
            ],
          },
          { paramRef: { name: 'default', ...deny } },
        ),
        cased(
          'cluster-in-namespace',
          { paramKind: { apiVersion: 'v1', kind: 'Namespace' }, validations: [{ expression: 'false' }] },
          { paramRef: { name: 'default', ...inNs, ...deny } },
        ),
      ]),
      ...['unknown', 'unknown-core', 'unknown-ignored', 'cluster', 'cluster-in-namespace'].map((name) =>
        configMapFor(name),
      ),
    ),
    sequence(
      'parameters for objects without a namespace',
      ...inUse('Validating', [
        {
          name: 'persistent-volumes',
          spec: {
            ...showing,
            matchConstraints: {
              resourceRules: [ruleOf({ resources: ['persistentvolumes'] })],
              objectSelector: { matchLabels: { case: '${NS}' } },
            },
          },
          bindings: [{ paramRef: { name: 'x', ...deny } }],
        },
      ]),
      post('/api/v1/persistentvolumes?dryRun=All', {
        metadata: { name: '${NS}', labels: { case: '${NS}' } },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      }),
    ),
    sequence(
      'parameters in conditions and annotations',
      limit('limits', '1'),
      ...inUse('Validating', [
        {
          name: 'conditional',
          spec: {
            ...kind,
            matchConstraints: inOwnNamespace([ruleOf()], { objectSelector: { matchLabels: { case: 'conditional' } } }),
            matchConditions: [{ name: 'c', expression: 'params.data.limit == object.data.a' }],
            validations: [{ expression: 'false', message: 'matched' }],
            auditAnnotations: [{ key: 'limit', valueExpression: 'params.data.limit + ""' }],
          },
          bindings: [{ paramRef: { name: 'limits', ...deny } }],
        },
      ]),
      configMapFor('conditional'),
      configMapFor('conditional', { a: '2' }),
    ),
  ],
};
