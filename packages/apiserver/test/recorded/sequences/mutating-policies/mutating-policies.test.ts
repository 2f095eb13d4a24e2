import { testAreas } from '../../test-areas.ts';
import { mutatingPolicyAreas } from './index.ts';

testAreas(mutatingPolicyAreas);
