import { expect, test } from 'vitest';
import { readRecording } from '../../recordings.ts';
import { podSecurity } from './pod-security.ts';

const recording = readRecording(podSecurity);

const NGINX =
  'allowPrivilegeEscalation != false (container "nginx" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "nginx" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "nginx" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "nginx" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';

/** What the documentation says that each step prints as a warning, by tutorial; the sequences show both servers. */
test.each([
  [
    'Apply Pod Security Standards at the Namespace Level',
    ['', '', '', `would violate PodSecurity "restricted:latest": ${NGINX}`, ''],
  ],
  [
    'Enforce Pod Security Standards with Namespace Labels',
    ['', `would violate PodSecurity "restricted:v1.36": ${NGINX}`, '', ''],
  ],
  [
    'Apply Pod Security Standards at the Cluster Level',
    [
      '',
      `existing pods in namespace "<ns>" violate the new PodSecurity enforce level "baseline:latest"
etcd-control-plane (and 1 other pod): host namespaces, hostPath volumes
kube-proxy-m6hwf: host namespaces, hostPath volumes, privileged`,
      `existing pods in namespace "<ns>" violate the new PodSecurity enforce level "restricted:latest"
etcd-control-plane (and 1 other pod): host namespaces, allowPrivilegeEscalation != false, unrestricted capabilities, restricted volume types, runAsNonRoot != true, seccompProfile
kube-proxy-m6hwf: host namespaces, privileged, allowPrivilegeEscalation != false, unrestricted capabilities, restricted volume types, runAsNonRoot != true, seccompProfile`,
      '',
      '',
      '',
    ],
  ],
])('%s', (name, outcomes) => {
  const answers = recording[name] ?? [];
  const warnings = answers.map(({ headers }) =>
    (headers.warning ?? '').replaceAll(/^299 - "|"$/gm, '').replaceAll('\\"', '"'),
  );
  expect(warnings).toEqual(outcomes);
  expect(answers.every(({ status }) => status < 300)).toBe(true);
});
