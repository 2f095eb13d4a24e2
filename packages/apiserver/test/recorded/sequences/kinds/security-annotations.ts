import type { Area } from '../../sequence.ts';
import { deployments, mergePatch, pod, pods, post, sequence } from '../../steps.ts';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

const container = (appArmorProfile?: object): object => ({
  name: 'c',
  image: 'i',
  ...(appArmorProfile && { securityContext: { appArmorProfile } }),
});
const annotated = (name: string, profile: string, spec: object = {}, of = 'c'): object =>
  pod(name, spec, { annotations: { [`${APP_ARMOR}${of}`]: profile } });
const ofPod = (appArmorProfile: object): object => ({ securityContext: { appArmorProfile } });
const withAnnotations = (annotations: object, spec: object = {}): object => ({
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' }, annotations }, spec: { containers: [container()], ...spec } },
  },
});
const dry = `${deployments}?dryRun=All`;

/** Annotations for AppArmor and seccomp, which fields have replaced. */
export const securityAnnotations: Area = {
  name: 'security annotations',
  sequences: [
    sequence(
      'AppArmor profiles in annotations of pods',
      post(pods, annotated('unconfined', 'unconfined')),
      post(pods, annotated('default', 'runtime/default')),
      post(pods, annotated('localhost', 'localhost/a/b')),
      post(pods, annotated('nameless', 'localhost/')),
      post(pods, annotated('padded', 'localhost/ x')),
      post(pods, annotated('empty', '')),
      post(pods, annotated('unknown', 'other')),
      post(pods, annotated('elsewhere', 'unconfined', {}, 'x')),
      post(pods, annotated('windows', 'unconfined', { os: { name: 'windows' } })),
      post(pods, annotated('init', 'unconfined', { initContainers: [{ name: 'x', image: 'i' }] }, 'x')),
      mergePatch(`${pods}/unconfined`, { metadata: { annotations: { [`${APP_ARMOR}c`]: 'runtime/default' } } }),
    ),
    sequence(
      'AppArmor profiles in annotations and fields',
      post(pods, annotated('same', 'unconfined', { containers: [container({ type: 'Unconfined' })] })),
      post(pods, annotated('type', 'unconfined', { containers: [container({ type: 'RuntimeDefault' })] })),
      post(
        pods,
        annotated('path', 'localhost/a', { containers: [container({ type: 'Localhost', localhostProfile: 'b' })] }),
      ),
      post(pods, annotated('of-pod', 'runtime/default', ofPod({ type: 'RuntimeDefault' }))),
      post(pods, annotated('other-than-pod', 'unconfined', ofPod({ type: 'RuntimeDefault' }))),
      post(pods, annotated('not-a-profile', '', ofPod({ type: 'RuntimeDefault' }))),
    ),
    sequence(
      'AppArmor profiles in annotations of templates',
      post(dry, withAnnotations({ [`${APP_ARMOR}c`]: 'unconfined' })),
      post(dry, withAnnotations({ [`${APP_ARMOR}x`]: 'unconfined' })),
      post(dry, withAnnotations({ [`${APP_ARMOR}c`]: 'unconfined' }, ofPod({ type: 'Unconfined' }))),
      post(dry, withAnnotations({ [`${APP_ARMOR}c`]: 'unconfined' }, ofPod({ type: 'RuntimeDefault' }))),
    ),
    sequence(
      'seccomp profiles in annotations',
      post(pods, pod('pod', {}, { annotations: { [SECCOMP]: 'runtime/default' } })),
      post(pods, pod('container', {}, { annotations: { [`${SECCOMP_CONTAINER}c`]: 'runtime/default' } })),
      post(dry, withAnnotations({ [SECCOMP]: 'unconfined' })),
      post(dry, withAnnotations({ [`${SECCOMP_CONTAINER}c`]: 'unconfined' })),
    ),
  ],
};
