import { testAreas } from '../../test-areas.ts';
import { podSecurityAreas } from './index.ts';

testAreas(podSecurityAreas);
