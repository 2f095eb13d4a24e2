import { testAreas } from '../../test-areas.ts';
import { validatingPolicyAreas } from './index.ts';

testAreas(validatingPolicyAreas);
