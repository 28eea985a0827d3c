"""Running a community: what the operator decides, kept in the store, so that the room and all its nodes follow whether they run or not."""
