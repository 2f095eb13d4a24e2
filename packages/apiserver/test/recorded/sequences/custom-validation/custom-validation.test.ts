import { testAreas } from '../../test-areas.ts';
import { customValidationAreas } from './index.ts';

testAreas(customValidationAreas);
