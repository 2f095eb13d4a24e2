import type { AdmissionPlugin } from '../admission/admission-plugin.ts';
import { forbid } from './shared/forbid.ts';

const WHY = 'admission control is denying all modifications';

/** AlwaysDeny: refuses every write, deletion and connection. */
export const alwaysDeny: AdmissionPlugin = {
  name: 'AlwaysDeny',
  operations: ['CREATE', 'UPDATE', 'CONNECT'],
  mutate: (write) => forbid(write, WHY),
  mutateDeletion: (deletion) => forbid(deletion, WHY),
};
