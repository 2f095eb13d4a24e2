import type { Area } from '../sequence.ts';
import { accessAreas } from './access/index.ts';
import { admissionAreas } from './admission/index.ts';
import { aggregationAreas } from './aggregation/index.ts';
import { applyAreas } from './applies/index.ts';
import { auditAreas } from './audit/index.ts';
import { authenticationAreas } from './authentication/index.ts';
import { connectionAreas } from './connections/index.ts';
import { customCornerAreas } from './custom-corners/index.ts';
import { customObjectAreas } from './custom-objects/index.ts';
import { customRequestAreas } from './custom-requests/index.ts';
import { customValidationAreas } from './custom-validation/index.ts';
import { definitionSchemaAreas } from './definition-schemas/index.ts';
import { definitionAreas } from './definitions/index.ts';
import { deletionAreas } from './deletion/index.ts';
import { discoveryAreas } from './discovery/index.ts';
import { found } from './found/index.ts';
import { kindAreas } from './kinds/index.ts';
import { limitAreas } from './limits/index.ts';
import { listAreas } from './lists/index.ts';
import { mistakeAreas } from './mistakes/index.ts';
import { mutatingPolicyAreas } from './mutating-policies/index.ts';
import { numberAreas } from './numbers/index.ts';
import { objectAreas } from './objects/index.ts';
import { patchAreas } from './patches/index.ts';
import { pluginAreas } from './plugins/index.ts';
import { podSecurityAreas } from './pod-security/index.ts';
import { priorityAreas } from './priority/index.ts';
import { protocolAreas } from './protocol/index.ts';
import { quotaAreas } from './quotas/index.ts';
import { ruleAreas } from './rules/index.ts';
import { selectorAreas } from './selectors/index.ts';
import { serviceAccountAreas } from './service-accounts/index.ts';
import { tableAreas } from './tables/index.ts';
import { transportAreas } from './transport/index.ts';
import { validatingPolicyAreas } from './validating-policies/index.ts';
import { watchAreas } from './watches/index.ts';

/** Every sequence, by area. */
export const areas: readonly Area[] = [
  ...protocolAreas,
  ...transportAreas,
  ...objectAreas,
  ...deletionAreas,
  ...patchAreas,
  ...applyAreas,
  ...listAreas,
  ...selectorAreas,
  ...watchAreas,
  ...kindAreas,
  ...mistakeAreas,
  ...customObjectAreas,
  ...customRequestAreas,
  ...customValidationAreas,
  ...connectionAreas,
  ...customCornerAreas,
  ...definitionAreas,
  ...definitionSchemaAreas,
  ...accessAreas,
  ...authenticationAreas,
  ...admissionAreas,
  ...podSecurityAreas,
  ...auditAreas,
  ...priorityAreas,
  ...serviceAccountAreas,
  ...limitAreas,
  ...quotaAreas,
  ...validatingPolicyAreas,
  ...mutatingPolicyAreas,
  ...pluginAreas,
  ...numberAreas,
  ...ruleAreas,
  ...aggregationAreas,
  ...discoveryAreas,
  ...tableAreas,
  found,
];
