import path from 'node:path';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { clusterFlags } from '../deploy/cluster-connection.ts';
import { requireNetworkStack } from '../node-version.ts';
import { untilSignal } from '../process/until-signal.ts';

const formats = ['text', 'json'] as const;

/** `kb watch`. */
export const command = defineCommand({
  flags: {
    namespace: {
      type: 'string',
      short: 'n',
      value: 'NAME',
      description: "Namespace to watch. Default: the kubeconfig context's.",
    },
    'all-namespaces': { type: 'boolean', short: 'A', description: 'Watch all namespaces.' },
    selector: {
      type: 'string',
      short: 'l',
      value: 'SELECTOR',
      description: 'Only objects with these labels, such as app=web,tier!=cache.',
    },
    'field-selector': {
      type: 'string',
      value: 'SELECTOR',
      description: 'Only objects with these fields, such as metadata.name=web.',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FORMAT',
      description: 'text, a line an event; or json, a line an event with the whole object. Default: text.',
    },
    ...clusterFlags,
  },
  argument: {
    name: 'RESOURCE',
    description:
      'What to watch, by any of its names: pods, pod, po, deployments.apps, appservices.v1.batch.example.com.',
  },
  async run(values, { cwd, env, terminal }, resource) {
    if (resource === undefined) throw wrongFlags('"kb watch" needs a resource, such as "kb watch pods"');
    const output = formats.find((format) => format === (values.output ?? 'text'));
    if (output === undefined) throw wrongFlags(`--output is text or json, not "${values.output}"`);
    if (values['all-namespaces'] && values.namespace !== undefined) {
      throw wrongFlags('--namespace and --all-namespaces exclude each other');
    }
    requireNetworkStack('watch');
    const { watchCluster } = await import('../watch/watch-cluster.ts');
    const end = new AbortController();
    const asked = untilSignal().then(() => end.abort(new Error('the watch was ended')));
    const watching = watchCluster(
      {
        env,
        kubeconfig: values.kubeconfig === undefined ? undefined : path.resolve(cwd, values.kubeconfig),
        context: values.context,
        resource,
        namespace: values['all-namespaces'] ? '' : values.namespace,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        output,
      },
      terminal,
      end.signal,
    );
    await Promise.race([watching, asked.then(() => watching)]);
    return 0;
  },
});

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb watch --help".', exitCode: 2 });
}
