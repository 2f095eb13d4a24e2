import { expect, test } from 'vitest';
import { apiServerFlags, controllerManagerFlags, etcdFlags, flagArguments } from './flags.ts';

const apiServer = {
  port: 1234,
  etcdSocket: '/d/etcd.sock',
  certificateDirectory: '/d/certificates',
  tokenFile: '/d/tokens.csv',
  serviceAccountKeyFile: '/d/sa.key',
  serviceAccountPublicKeyFile: '/d/sa.pub',
};

test('the flags of a caller replace ours and follow them', () => {
  expect(flagArguments({ a: 1, b: true }, { b: false, c: 'x=y' })).toEqual(['--a=1', '--b=false', '--c=x=y']);
});

test('everything listens on loopback or on a socket', () => {
  const etcd = etcdFlags({ dataDirectory: '/d/etcd', clientSocket: '/d/etcd.sock', peerSocket: '/d/peer.sock' });
  expect(etcd).toMatchObject({
    'listen-client-urls': 'unix:///d/etcd.sock',
    'listen-peer-urls': 'unix:///d/peer.sock',
  });
  expect(apiServerFlags({ ...apiServer, serviceAccountAdmission: true })).toMatchObject({
    'bind-address': '127.0.0.1',
    'etcd-servers': 'unix:///d/etcd.sock',
  });
});

test('Pods need a ServiceAccount only if a controller creates ServiceAccounts', () => {
  const disabled = 'disable-admission-plugins';
  expect(apiServerFlags({ ...apiServer, serviceAccountAdmission: true })).not.toHaveProperty(disabled);
  expect(apiServerFlags({ ...apiServer, serviceAccountAdmission: false })).toHaveProperty(disabled, 'ServiceAccount');
});

test('controllers that need kubelets are off, the others on', () => {
  const { controllers } = controllerManagerFlags({ kubeconfig: '/k', caFile: '/c', serviceAccountKeyFile: '/s' });
  expect(String(controllers).split(',')).toEqual(
    expect.arrayContaining(['*', '-node-lifecycle-controller', '-taint-eviction-controller']),
  );
});
