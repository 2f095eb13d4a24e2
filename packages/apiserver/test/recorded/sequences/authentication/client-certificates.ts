import type { Area, RequestStep } from '../../sequence.ts';
import { ofServerWithAuthorities } from './extension-servers.ts';
import { auditEvents, get, post, sequence } from '../../steps.ts';

const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
/** Who a client is that presents a certificate. */
const who = (certificate: string, headers: Record<string, string> = {}): RequestStep =>
  post(whoAmI, {}, { certificate, headers });

/** Certificates of clients, from authorities in a file. */
export const clientCertificates: Area = {
  name: 'certificates of clients',
  server: { authorizationMode: 'RBAC', clientCertificates: true, auditPolicy: policy() },
  sequences: [
    sequence(
      'the user of a certificate',
      who('ann'),
      who('master'),
      who('account'),
      who('node'),
      who('two-names'),
      who('uid'),
      who('second'),
    ),
    sequence(
      'certificates without a name',
      who('no-name'),
      who('no-subject'),
      get('/version', { certificate: 'no-name', withoutBody: true }),
    ),
    sequence('certificates that name several uids', who('two-uids')),
    sequence(
      'what users with certificates may do',
      get('/api/v1/namespaces/kube-system', { certificate: 'ann' }),
      get('/api/v1/namespaces/kube-system/pods', { certificate: 'master' }),
      get('/metrics', { certificate: 'ann' }),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
        { certificate: 'ann' },
      ),
    ),
    sequence(
      'certificates outside of their time',
      who('expired'),
      who('not-yet-valid'),
      get('/healthz', { certificate: 'expired' }),
    ),
    sequence(
      'the usages of certificates',
      who('server-usage'),
      who('both-usages'),
      who('any-usage'),
      who('no-usage'),
      who('unknown-usage'),
    ),
    sequence('certificates with an unknown critical extension', who('unknown-extension')),
    sequence(
      'certificates of other authorities',
      who('stranger'),
      who('impostor'),
      get('/version', { certificate: 'stranger', withoutBody: true }),
    ),
    sequence(
      'certificates of intermediate authorities',
      who('by-intermediate'),
      who('without-intermediate'),
      who('by-two-intermediates'),
      who('in-another-order'),
      who('by-short-path'),
      who('path-too-long'),
    ),
    sequence(
      'certificates of those who may not sign',
      who('by-leaf'),
      who('by-unsigning'),
      who('by-expired-intermediate'),
      who('by-server-intermediate'),
      who('expired-and-with-foreign'),
    ),
    sequence(
      'certificates and tokens',
      post('/api/v1/namespaces/${NS}/serviceaccounts', { metadata: { name: 'sa' } }, { quiet: true }),
      post(
        '/api/v1/namespaces/${NS}/serviceaccounts/sa/token',
        { spec: {} },
        { quiet: true, save: { token: 'status.token' } },
      ),
      who('ann', { authorization: 'Bearer ${token}' }),
      who('ann', { authorization: 'Bearer unknown' }),
      who('expired', { authorization: 'Bearer ${token}' }),
      who('stranger', { authorization: 'Bearer ${token}' }),
      who('no-name', { authorization: 'Bearer ${token}' }),
      who('stranger', { authorization: 'Bearer unknown' }),
      who('no-name', { authorization: 'Bearer unknown' }),
    ),
    sequence(
      'impersonation by users with certificates',
      who('master', { 'impersonate-user': 'bob' }),
      who('ann', { 'impersonate-user': 'bob' }),
    ),
    sequence(
      'audit events of certificates',
      get('/api/v1/namespaces/kube-system', { certificate: 'ann' }),
      get('/api/v1/namespaces/kube-system', { certificate: 'expired' }),
      get('/version', { certificate: 'no-name', withoutBody: true }),
      auditEvents(3),
    ),
    ofServerWithAuthorities,
  ],
};

function policy(): object {
  return {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata' }],
  };
}
