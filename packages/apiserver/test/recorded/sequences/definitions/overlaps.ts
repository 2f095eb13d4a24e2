import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, post, sequenceAlone } from '../../steps.ts';
import { crds, definition, quiet, specOf, text, v1 } from './definition-of.ts';

/** A definition in a group of Kubernetes itself. */
const inGroup = (
  group: string,
  plural: string,
  kind: string,
  versions = [v1(specOf({ mine: text }))],
  rest = {},
): object =>
  definition(
    versions,
    { group, names: { plural, kind }, ...rest },
    { name: `${plural}.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' } },
  );
const deleted = (name: string): RequestStep[] => [
  del(`${crds}/${name}`, undefined, quiet),
  get(`${crds}/${name}`, { quiet: true, until: 404 }),
];

/** Definitions in groups that the server has already. */
export const definitionOverlaps: Area = {
  name: 'definitions of built-in groups',
  sequences: [
    sequenceAlone(
      'a resource that is there already',
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', { metadata: { name: 'kept' } }),
      post(crds, inGroup('rbac.authorization.k8s.io', 'roles', 'Role'), quiet),
      get(`${crds}/roles.rbac.authorization.k8s.io`, { quiet: true, shows: 'InitialNamesAccepted' }),
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', {
        metadata: { name: 'another' },
        rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      }),
      get('/apis/rbac.authorization.k8s.io/v1'),
      ...deleted('roles.rbac.authorization.k8s.io'),
      get('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles/kept'),
      get('/apis/rbac.authorization.k8s.io/v1'),
    ),
    sequenceAlone(
      'definitions themselves',
      post(
        crds,
        inGroup('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition', undefined, {
          scope: 'Cluster',
        }),
        quiet,
      ),
      get(`${crds}/customresourcedefinitions.apiextensions.k8s.io`, { quiet: true, shows: 'InitialNamesAccepted' }),
      get('/apis/apiextensions.k8s.io/v1'),
      ...deleted('customresourcedefinitions.apiextensions.k8s.io'),
      post(crds, definition(), quiet),
      get(`${crds}/things.\${NS}.example.com`, { shows: 'InitialNamesAccepted' }),
    ),
    sequenceAlone(
      'a new resource of a version that is there',
      post(crds, inGroup('coordination.k8s.io', 'things', 'Thing'), quiet),
      get(`${crds}/things.coordination.k8s.io`, { quiet: true, shows: 'InitialNamesAccepted' }),
      get('/apis/coordination.k8s.io/v1'),
      get('/apis/coordination.k8s.io/v1/namespaces/${NS}/things'),
      get('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', { quiet: true }),
      ...deleted('things.coordination.k8s.io'),
      get('/apis/coordination.k8s.io/v1/namespaces/${NS}/things'),
    ),
  ],
};
