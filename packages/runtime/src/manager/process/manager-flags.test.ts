import { expect, test } from 'vitest';
import { type ManagerFlags, managerHelp, parseManagerFlags } from './manager-flags.ts';

const defaults: ManagerFlags = {
  kubeconfig: undefined,
  leaderElect: false,
  leaderElectionNamespace: undefined,
  maxStall: undefined,
  metricsAddress: undefined,
  metricsSecure: true,
  metricsCertificate: undefined,
  healthProbeAddress: undefined,
  webhookAddress: ':9443',
  webhookCertificate: undefined,
  ownCertificate: undefined,
  logLevel: undefined,
  logFormat: undefined,
};

test.each<[string, string[], Partial<ManagerFlags>]>([
  ['without flags, nothing listens and nobody is elected', [], {}],
  [
    'the flags of config/manager',
    ['--metrics-bind-address=:8443', '--leader-elect', '--health-probe-bind-address=:8081'],
    { metricsAddress: ':8443', leaderElect: true, healthProbeAddress: ':8081' },
  ],
  ['0 turns off', ['--metrics-bind-address=0', '--webhook-bind-address=0'], { webhookAddress: undefined }],
  ['plain metrics', ['--metrics-secure=false'], { metricsSecure: false }],
  [
    'certificates',
    ['--metrics-cert-path=/m', '--webhook-cert-path=/w', '--webhook-cert-name=a', '--webhook-cert-key=b'],
    {
      metricsCertificate: { folder: '/m', certificate: 'tls.crt', key: 'tls.key' },
      webhookCertificate: { folder: '/w', certificate: 'a', key: 'b' },
    },
  ],
  [
    'a kubeconfig',
    ['--kubeconfig', '/k', '--leader-election-namespace=ns'],
    { kubeconfig: '/k', leaderElectionNamespace: 'ns' },
  ],
  [
    'a certificate of its own overrides the folder',
    ['--webhook-cert-path=/w', '--webhook-cert-secret=own', '--webhook-service=hooks'],
    {
      webhookCertificate: { folder: '/w', certificate: 'tls.crt', key: 'tls.key' },
      ownCertificate: {
        secret: 'own',
        service: 'hooks',
        namespace: 'shop-system',
        mutatingConfiguration: undefined,
        validatingConfiguration: undefined,
      },
    },
  ],
  ["zap's words", ['--zap-log-level=2', '--zap-encoder=console'], { logLevel: 'debug', logFormat: 'text' }],
  ['for developers', ['--zap-devel'], { logLevel: 'debug', logFormat: 'text' }],
  [
    'for developers, with overrides',
    ['--zap-devel', '--zap-log-level=error', '--zap-encoder=json'],
    { logLevel: 'error', logFormat: 'json' },
  ],
  ['the flag for HTTP/2 is accepted without effect', ['--enable-http2'], {}],
])('%s', (_name, args, want) => {
  expect(parseManagerFlags(args, { POD_NAMESPACE: 'shop-system' })).toEqual({ ...defaults, ...want });
});

test.each([
  [['--metrics-bind-address=8443'], 'invalid value "8443" for flag --metrics-bind-address: "8443" is not an address'],
  [['--health-probe-bind-address=:99999'], 'flag --health-probe-bind-address'],
  [['--zap-log-level=loud'], 'invalid value "loud" for flag --zap-log-level: expected debug, info, error, or a number'],
  [['--zap-encoder=xml'], 'invalid value "xml" for flag --zap-encoder: expected text (or console), or json'],
  [['--metrics-addr=:8080'], 'flag provided but not defined: --metrics-addr'],
])('%j', (args, message) => {
  expect(() => parseManagerFlags(args)).toThrow(message);
});

test('the help text names every flag', () => {
  for (const name of [
    'leader-elect',
    'metrics-bind-address',
    'health-probe-bind-address',
    'webhook-cert-path',
    'kubeconfig',
  ]) {
    expect(managerHelp()).toMatch(new RegExp(`^ {2}--${name}( string)?$`, 'm'));
  }
});

test.each<[string, string[], string | undefined]>([
  ['the environment, without a flag', [], '127.0.0.1:9443'],
  ['the command line', ['--webhook-bind-address=:9444'], ':9444'],
  ['nowhere', ['--webhook-bind-address=0'], undefined],
])('the address of webhooks comes from %s', (_, args, want) => {
  expect(parseManagerFlags(args, { WEBHOOK_BIND_ADDRESS: '127.0.0.1:9443' }).webhookAddress).toBe(want);
});

test('an invalid address in the environment is an error that names it', () => {
  expect(() => parseManagerFlags([], { WEBHOOK_BIND_ADDRESS: 'loopback' })).toThrow(
    'invalid value "loopback" of $WEBHOOK_BIND_ADDRESS: "loopback" is not an address to listen on',
  );
});

// Users read this text. After an intended change, `vitest -u` writes it again.
test('the help is as published', async () => {
  await expect(`${managerHelp()}\n`).toMatchFileSnapshot('../../../test/testdata/manager-help.txt');
});
