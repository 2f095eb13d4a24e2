import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { own } from '../../objects/api-object.ts';
import { forbid } from '../shared/forbid.ts';

/** DenyServiceExternalIPs: a Service may keep its external addresses, and get no others. */
export const denyServiceExternalIPs: AdmissionPlugin = {
  name: 'DenyServiceExternalIPs',
  resources: ['services'],
  validate: (write) => {
    const before = new Set(addressesOf(write.old));
    if (addressesOf(write.object).every((address) => before.has(address))) return;
    forbid(write, 'Use of external IPs is denied by admission control');
  },
};

function addressesOf(service: unknown): unknown[] {
  const addresses = own(own(service, 'spec'), 'externalIPs');
  return Array.isArray(addresses) ? addresses : [];
}
