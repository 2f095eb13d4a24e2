import { testAreas } from '../../test-areas.ts';
import { authenticationAreas } from './index.ts';

testAreas(authenticationAreas);
