import { KUBERNETES_VERSION } from '@kb/kubernetes/data';
import { defineCommand } from '../command-line/command.ts';
import { kbVersion } from '../kb-version.ts';

/** `kb version`. */
export const command = defineCommand({
  flags: {
    json: { type: 'boolean', description: 'Print the versions as JSON.' },
  },
  async run(values, { terminal }) {
    const versions = {
      kb: kbVersion(),
      kubernetes: KUBERNETES_VERSION,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    };
    if (values.json === true) terminal.print(JSON.stringify(versions, undefined, 2));
    else {
      const { kb, kubernetes, node, platform } = versions;
      terminal.print(`kb ${kb} (Kubernetes ${kubernetes}, Node ${node}, ${platform})`);
    }
    return 0;
  },
});
