/**
 * The lease again, for a clock of the database that is set back, or that of a standby which is behind and was promoted: a lease that ends
 * later than any that could be given now is nobody's, or its holder's next renewal makes it another. Without this nobody would take over
 * from a holder that ended then, for as long as the clock went back. Who takes one too early is kept from harm by the fence.
 */
export const LEASE_BY_A_CLOCK_THAT_IS_SET = `
CREATE OR REPLACE FUNCTION exchange.take_lease(of_part smallint, by_holder text, for_ms integer)
  RETURNS TABLE (epoch bigint, turn bigint, sequence bigint) LANGUAGE plpgsql AS $$
DECLARE
  held_until timestamptz;
  longest interval := 2 * for_ms * interval '1 millisecond';
BEGIN
  SELECT lease.until INTO STRICT held_until FROM exchange.lease WHERE lease.part = of_part;
  IF held_until > clock_timestamp() AND held_until <= clock_timestamp() + longest THEN RETURN; END IF;
  SELECT lease.until INTO STRICT held_until FROM exchange.lease WHERE lease.part = of_part FOR UPDATE;
  IF held_until > clock_timestamp() AND held_until <= clock_timestamp() + longest THEN RETURN; END IF;
  RETURN QUERY UPDATE exchange.fence SET epoch = fence.epoch + 1 WHERE fence.part = of_part
    RETURNING fence.epoch, fence.turn, fence.sequence;
  UPDATE exchange.lease
    SET epoch = (SELECT fence.epoch FROM exchange.fence WHERE fence.part = of_part), holder = by_holder,
        until = clock_timestamp() + for_ms * interval '1 millisecond'
    WHERE lease.part = of_part;
END $$;
`;
