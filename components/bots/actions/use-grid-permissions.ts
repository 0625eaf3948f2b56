'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { GridPermissions } from './bot-actions.ts';

/** What the exchange lets this trader do with grids (M-271, M-272); null: not known yet, or not told. */
export function useGridPermissions(): GridPermissions | null {
  const { data } = useCall('permissions', {}, { revalidateOnFocus: false });
  const said = data?.data;
  return said !== undefined && 'spot_grid_pause' in said ? said : null;
}
