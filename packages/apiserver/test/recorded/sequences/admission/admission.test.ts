import { testAreas } from '../../test-areas.ts';
import { admissionAreas } from './index.ts';

testAreas(admissionAreas);
