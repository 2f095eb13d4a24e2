import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';

/**
 * Whether the kubelet restarts a container that exited: by the container's own rules and policy, else by the policy of
 * its Pod. Init containers of a Pod that restarts always are restarted after failures only, ephemeral ones never.
 */
export function restarts(pod: LivePod, container: LiveContainer, exitCode: number): boolean {
  if (pod.spec.ephemeralContainers?.some(({ name }) => name === container.name)) return false;
  if (container.restartPolicy !== undefined) {
    const rule = (container.restartPolicyRules ?? []).find(({ exitCodes }) => {
      const isListed = exitCodes?.values?.includes(exitCode) ?? false;
      return exitCodes !== undefined && (exitCodes.operator === 'In' ? isListed : !isListed);
    });
    if (rule?.action === 'Restart') return true;
  }
  const isInit = (pod.spec.initContainers ?? []).some(({ name }) => name === container.name);
  const policy = container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always';
  if (policy === 'Never') return false;
  return exitCode !== 0 || (policy === 'Always' && (!isInit || container.restartPolicy !== undefined));
}
