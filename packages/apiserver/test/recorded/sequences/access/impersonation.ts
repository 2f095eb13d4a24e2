import type { Area } from '../../sequence.ts';
import { get, post, sequence } from '../../steps.ts';
import { withRbac } from './access.ts';

const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const as = (headers: Record<string, string>) => ({ headers });

/** Users, groups and other facts that the admin impersonates. */
export const impersonation: Area = {
  name: 'impersonation of users',
  server: withRbac,
  sequences: [
    sequence(
      'what the user is',
      post(whoAmI, {}, as({ 'impersonate-user': 'bob' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'bob', 'impersonate-group': 'a\nb' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'bob', 'impersonate-group': 'system:masters' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'bob', 'impersonate-uid': 'u', 'impersonate-extra-x': 'y' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'bob', 'impersonate-extra-acme.io%2fscopes': 'y\nz' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:anonymous' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:serviceaccount:ns:sa' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:serviceaccount:ns:sa', 'impersonate-group': 'g' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:serviceaccount:ns:s/a' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:node:n1' })),
      post(whoAmI, {}, as({ 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' })),
      post(whoAmI, {}, as({ 'impersonate-group': 'a' })),
      post(whoAmI, {}, as({ 'impersonate-uid': 'a' })),
      post(whoAmI, {}, as({ 'impersonate-extra-b': 'x', 'impersonate-extra-a': 'y' })),
      get('/healthz', as({ 'impersonate-group': 'a' })),
    ),
  ],
};
