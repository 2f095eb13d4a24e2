import path from 'node:path';
import type { AuthorizationMode, TokenUser } from '@kb/apiserver';
import { growYoungSpace, growYoungSpaceOfLargeHeap } from '../api-server/grow-young-space.ts';
import { auditFlags, openAuditLog } from '../api-server/audit-log.ts';
import { admissionConfigurationFlag, readAdmissionConfiguration } from '../api-server/read-admission-configuration.ts';
import { imagesFlag, readImages } from '../api-server/read-image-behaviors.ts';
import { nodesFlag, readNodes } from '../api-server/read-nodes.ts';
import { readFlagFile } from '../api-server/read-flag-file.ts';
import { accessFlags, administratorsOf, readAccess, type ServerAccess } from '../api-server/server-access.ts';
import { readWebhookAddresses, webhookFlags } from '../api-server/webhook-addresses.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { stateFolder } from '../api-server/state-folder.ts';
import { removeKubeconfig, writeKubeconfig } from '../write-kubeconfig.ts';
import { requireNetworkStack } from '../node-version.ts';
import { readPort } from '../command-line/port.ts';
import { projectRootOf } from '../generate-cache/recorded-output.ts';
import { untilSignal } from '../process/until-signal.ts';

/** `kb api-server`. */
export const command = defineCommand({
  flags: {
    port: { type: 'string', value: 'PORT', description: 'Port; 0 chooses a free one. Default: 0.' },
    host: {
      type: 'string',
      value: 'HOST',
      description: 'Address to listen on. Only loopback addresses go with --insecure-http. Default: 127.0.0.1.',
    },
    ...accessFlags,
    tls: {
      type: 'boolean',
      description: 'HTTPS, which is the default; accepted for older scripts.',
    },
    'token-file': {
      type: 'string',
      value: 'FILE',
      description: 'Who may use it: lines of token,user,uid,"group1,group2". Default: one new token.',
    },
    'client-ca-file': {
      type: 'string',
      value: 'FILE',
      description:
        'Authorities in PEM: clients with a certificate of one are its common name, in the groups of its organizations.',
    },
    kubeconfig: {
      type: 'string',
      value: 'FILE',
      description: 'Where to write a kubeconfig for it. Default: .kb/api-server.kubeconfig, removed when it ends.',
    },
    crd: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      description: 'A CRD file, or a folder of them, to serve from the start.',
    },
    'enable-admission-plugins': {
      type: 'string',
      multiple: true,
      value: 'NAME,NAME',
      description: "Admission plugins to enable besides the default ones, by kube-apiserver's names.",
    },
    'disable-admission-plugins': {
      type: 'string',
      multiple: true,
      value: 'NAME,NAME',
      description: 'Admission plugins to disable. Default: ServiceAccount with --no-workloads, otherwise none.',
    },
    ...admissionConfigurationFlag,
    'authorization-mode': {
      type: 'string',
      value: 'MODE',
      description:
        'AlwaysAllow; RBAC: users may do what the stored roles allow them, and the group system:masters everything; Node,RBAC: kubelets, too, may do what they need. Default: AlwaysAllow.',
    },
    ...auditFlags,
    ...webhookFlags,
    ...imagesFlag,
    ...nodesFlag,
    workloads: {
      type: 'boolean',
      description:
        'Simulate workloads: Deployments, Pods and garbage collection. --no-workloads: only the API. Default: simulate.',
    },
  },
  async run(values, { cwd, terminal }) {
    requireNetworkStack('api-server');
    const port = readPort(values.port);
    const { startEmbeddedCluster } = await import('../dev/cluster/embedded-cluster.ts');
    const { readManifests } = await import('../manifests/manifests.ts');
    const access = readAccess(
      { ...values, 'insecure-http': readInsecure(values) },
      projectRootOf(cwd) ?? cwd,
      await readTokens(values['token-file'], cwd),
    );
    const resolveService = readWebhookAddresses(values['webhook-address']);
    const authorizationMode = readAuthorizationMode(values['authorization-mode'], access);
    const clientCa = readClientCa(values['client-ca-file'], access, cwd);
    const crds = (values.crd ?? []).flatMap((file) => readManifests(path.resolve(cwd, file)));
    for (const flag of ['images', 'nodes'] as const)
      if (values[flag] !== undefined && values.workloads === false)
        throw new CliError('KB_WRONG_FLAGS', `--${flag} needs the simulated node: leave out --no-workloads`, {
          exitCode: 2,
        });
    const nodes = readNodes(values.nodes, cwd);
    const admissionConfiguration = readAdmissionConfiguration(values['admission-control-config-file'], cwd);
    const auditLog = await openAuditLog(values, cwd, (line) => terminal.print(line));
    const cluster = await startEmbeddedCluster({
      port,
      workloads: values.workloads ?? true,
      images: readImages(values.images, cwd),
      ...(nodes && { nodes }),
      onNotEnforced: (line) => terminal.print(`${terminal.paint('yellow', 'Not enforced')} ${line}`),
      ...access,
      authorizationMode,
      ...(clientCa !== undefined && { clientCa }),
      ...(auditLog && { audit: auditLog.options }),
      ...(values.host !== undefined && { host: values.host }),
      onWaitingAdmission: growYoungSpace,
      ...(admissionConfiguration && { admissionConfiguration }),
      enableAdmissionPlugins: readNames(values['enable-admission-plugins']),
      ...(resolveService && { resolveService }),
      ...(values['disable-admission-plugins'] && {
        disableAdmissionPlugins: readNames(values['disable-admission-plugins']),
      }),
    });
    const { systemClock } = await import('@kb/client');
    const endCheck = growYoungSpaceOfLargeHeap(systemClock);
    let own: string | undefined;
    try {
      await cluster.install(crds);
      const file = placeKubeconfig(values.kubeconfig, access, projectRootOf(cwd) ?? cwd, cwd);
      // The kubeconfig is there before the lines, for scripts that wait for them.
      if (file !== undefined) writeKubeconfig(file, cluster.kubeconfig);
      if (values.kubeconfig === undefined) own = file;
      const users = access.tokens ? 'anyone with a token' : 'every program on this machine';
      const allowed =
        authorizationMode !== 'AlwaysAllow'
          ? `users may do what roles allow, ${administratorsOf(access)}`
          : `${users} may do everything`;
      terminal.print(`Embedded API server on ${cluster.url} (for development and tests: ${allowed}). Ctrl-C stops it.`);
      if (file !== undefined)
        terminal.print(`kubectl --kubeconfig ${values.kubeconfig ?? path.relative(cwd, file)} get namespaces`);
      await untilSignal();
      return 0;
    } finally {
      endCheck();
      if (own !== undefined) removeKubeconfig(own, cluster.kubeconfig);
      await cluster.stop();
      auditLog?.close();
    }
  },
});

/**
 * Reads the mode, which may be a list as for kube-apiserver. Throws a CliError for other modes, and for RBAC where
 * there are no users.
 */
function readAuthorizationMode(text: string | undefined, { tokens }: ServerAccess): AuthorizationMode {
  const modes = readNames(text === undefined ? ['AlwaysAllow'] : [text]);
  const wrong = (why: string): CliError => new CliError('KB_WRONG_FLAGS', why, { exitCode: 2 });
  const mode = (['AlwaysAllow', 'RBAC', 'Node,RBAC'] as const).find((one) => one === modes.toSorted().join(','));
  if (mode === undefined) throw wrong(`--authorization-mode is AlwaysAllow, RBAC or Node,RBAC, not "${text ?? ''}"`);
  if (mode !== 'AlwaysAllow' && !tokens)
    throw wrong('--authorization-mode RBAC needs users: leave out --insecure-http, or add --token-file');
  return mode;
}

/** Reads a flag that takes lists of names, and may be repeated. */
function readNames(lists: readonly string[] = []): string[] {
  return lists.flatMap((list) => list.split(',')).filter((name) => name !== '');
}

function readInsecure({
  tls,
  'insecure-http': insecure = false,
}: {
  readonly tls: boolean | undefined;
  readonly 'insecure-http': boolean | undefined;
}): boolean {
  if (tls === true && insecure)
    throw new CliError('KB_WRONG_FLAGS', '--tls and --insecure-http exclude each other', { exitCode: 2 });
  return insecure || tls === false;
}

/** Reads the file of tokens; undefined if there is none. */
async function readTokens(
  file: string | undefined,
  cwd: string,
): Promise<Readonly<Record<string, TokenUser>> | undefined> {
  if (file === undefined) return undefined;
  const { readTokenFile } = await import('../api-server/read-token-file.ts');
  return readTokenFile(file, cwd);
}

/** Reads the authorities of clients' certificates; undefined without the flag. */
function readClientCa(file: string | undefined, { tls }: ServerAccess, cwd: string): string | undefined {
  if (file === undefined) return undefined;
  if (!tls)
    throw new CliError('KB_WRONG_FLAGS', '--client-ca-file needs HTTPS: leave out --insecure-http', { exitCode: 2 });
  return readFlagFile({ flag: 'client-ca-file', file, expected: 'certificates in PEM' }, cwd);
}

/**
 * Writes the kubeconfig to the requested file; otherwise, if clients need a token, into `.kb`, where {@link
 * removeKubeconfig} removes it at the end.
 */
function placeKubeconfig(
  named: string | undefined,
  access: ServerAccess,
  root: string,
  cwd: string,
): string | undefined {
  if (named !== undefined) return path.resolve(cwd, named);
  return access.tls ? path.join(stateFolder(root), 'api-server.kubeconfig') : undefined;
}
